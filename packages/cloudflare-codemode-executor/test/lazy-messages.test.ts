import { deepEqual } from 'node:assert/strict'
import { suite, test } from 'node:test'
import { LazyMessages } from '../src/lazy-messages.ts'

const CALL = '["push",["pipeline",0,["protocolVersion"],[]]]'

function record(): { sent: Array<string>; messages: LazyMessages } {
  const sent: Array<string> = []

  return {
    sent,
    messages: new LazyMessages((message) => sent.push(message)),
  }
}

suite('messages that nobody waits for', () => {
  test('leave with the next one that somebody does, in their order', () => {
    const { sent, messages } = record()
    messages.add('["pull",1]')
    messages.add('["release",1,1]')
    deepEqual(sent, [])
    messages.add(CALL)
    deepEqual(sent, ['["pull",1]', '["release",1,1]', CALL])
  })

  test('leave by themselves soon after', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const { sent, messages } = record()
    messages.add('["pull",1]')
    context.mock.timers.tick(1)
    messages.add('["pull",2]')
    deepEqual(sent, [])
    context.mock.timers.tick(1)
    deepEqual(sent, ['["pull",1]', '["pull",2]'])
    messages.add('["release",1,1]')
    context.mock.timers.tick(2)
    deepEqual(sent.slice(2), ['["release",1,1]'])
  })

  test('are never sent once they are dropped', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const { sent, messages } = record()
    messages.add('["release",1,1]')
    messages.drop()
    context.mock.timers.tick(10)
    deepEqual(sent, [])
  })

  test('are told apart by their kind alone', () => {
    const { sent, messages } = record()
    messages.add('["resolve",-1,"[\\"pull\\",1]"]')
    messages.add('["reject",-1,["error","Error","no"]]')
    deepEqual(sent.length, 2)
  })
})
