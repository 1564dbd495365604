import { deepEqual, equal, rejects } from 'node:assert/strict'
import { suite, test } from 'node:test'
import { RpcStub, RpcTarget } from 'capnweb'
import { duplicate, letGo } from '../src/stubs.ts'

class Target extends RpcTarget {
  static disposals = 0
  answer(): number {
    return 7
  }
  [Symbol.dispose](): void {
    Target.disposals += 1
  }
}

suite('letting go', () => {
  test('disposes what can be disposed, once', () => {
    let disposals = 0
    letGo({ [Symbol.dispose]: () => (disposals += 1) })
    letGo(Object.assign(() => undefined, { [Symbol.dispose]: () => (disposals += 1) }))
    equal(disposals, 2)
  })

  test('does nothing to anything else', () => {
    for (const value of [undefined, null, 0, '', true, Symbol('a'), 1n, {}, [], () => undefined])
      letGo(value)
    letGo({ [Symbol.dispose]: 'not a function' })
  })
})

suite('a duplicate', () => {
  test('stays usable when the stub it was made of is gone, and goes by itself', async () => {
    const stub = new RpcStub(() => 7) as unknown as () => Promise<number>
    const kept = duplicate(stub)
    letGo(stub)
    equal(await kept(), 7)
    await rejects(async () => stub(), /disposed/v)
    kept[Symbol.dispose]()
    await rejects(async () => kept(), /disposed/v)
  })

  test('keeps what it stands for until both are gone', () => {
    const stub = new RpcStub(new Target()) as unknown as () => number
    const kept = duplicate(stub)
    letGo(stub)
    equal(Target.disposals, 0)
    letGo(kept)
    deepEqual(Target.disposals, 1)
  })
})
