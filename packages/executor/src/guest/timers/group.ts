// Timers as a group of their own: most programs set none.

export {
  clearInterval,
  clearTimeout,
  clearTimer,
  queueTask,
  setInterval,
  setTimeout,
  setTimer,
  tick,
} from '../timers.ts'
