// Timers as a group of their own: most programs set none.

export {
  clearInterval,
  clearTimeout,
  clearTimer,
  setInterval,
  setTimeout,
  setTimer,
  tick,
} from '../timers.ts'
