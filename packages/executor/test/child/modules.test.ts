import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { createExecutor, type ExecuteResult, type ModuleMap } from '@supolka/codemode-executor'

const executor = createExecutor({ workers: 1, outbound: null })
after(() => executor.dispose())

const run = (code: string, modules: ModuleMap): Promise<ExecuteResult> =>
  executor.execute({ code, modules })

const resultOf = async (code: string, modules: ModuleMap): Promise<unknown> => {
  const { result, error } = await run(code, modules)
  assert.equal(error, undefined)

  return result
}

/** Longer than what a child compiles on its own thread. */
const PADDING = `/* ${'x'.repeat(70_000)} */`

/** Notes on the global object which module was evaluated when. */
const note = (name: string): string => `(globalThis.notes ??= []).push('${name}')`

suite('static graphs', () => {
  test('each module is evaluated once, after what it imports', async () => {
    const modules = {
      top: `import 'left'; import 'right'; ${note('top')}`,
      left: `import 'bottom'; ${note('left')}`,
      right: `import './bottom'; ${note('right')}`,
      bottom: note('bottom'),
    }
    assert.deepEqual(await resultOf(`import 'top'\nimport 'bottom'\nasync () => notes`, modules), [
      'bottom',
      'left',
      'right',
      'top',
    ])
  })

  test('long sources load like short ones, and their errors keep their places', async () => {
    const modules = {
      long: `${PADDING}\nexport { short } from 'short'; export const again = () => import('short')`,
      short: `export const short = 'short'`,
      broken: `${PADDING}\nconst = 1`,
    }
    const code = `${PADDING}
import { short, again } from 'long'
async () => [short, (await again()).short, (await import('long')).short]`
    assert.deepEqual(await resultOf(code, modules), ['short', 'short', 'short'])
    const { error } = await run(`import 'broken'\nasync () => 1`, modules)
    assert.match(String(error), /^Unexpected token '=' \[broken:2:7\]$/)
  })

  test('of several imports that cannot be had the first is the one reported', async () => {
    const { error } = await run(`import 'a'\nimport 'absent1'\nimport 'absent2'\nasync () => 1`, {
      a: '',
    })
    assert.match(String(error), /^Module "absent1" is not in the module map\./)
  })

  test('a name that a module does not export is the error of the engine', async () => {
    const { error } = await run(`import { nothing } from 'a'\nasync () => 1`, { a: '' })
    assert.match(String(error), /does not provide an export named 'nothing'/)
  })

  test('names of any ASCII characters are module names', async () => {
    const names = ['quo"te', 'li\nne', '\t', 'ba\\ck', "'", '`', ' ', 'import', '__proto__']
    const modules: ModuleMap = Object.fromEntries(
      names.map((name, index) => [name, `export const index = ${index}`]),
    )
    const imports = names.map((name, index) => {
      return `import { index as i${index} } from ${JSON.stringify(name)}`
    })
    const dynamic = `const names = ${JSON.stringify(names)}
      return (await Promise.all(names.map((name) => import(name)))).map(({ index }) => index)`
    const code = `${imports.join('\n')}
async () => { if (i8 !== 8 || i0 !== 0) throw new Error('static'); ${dynamic} }`
    assert.deepEqual(await resultOf(code, modules), [...names.keys()])
  })

  test('an await at the top of a module is waited for, and its rejection is the run failing', async () => {
    assert.equal(
      await resultOf(`import { value } from 'a'\nasync () => value`, {
        a: `export let value = 1; await new Promise((resolve) => setTimeout(resolve, 5)); value = 2`,
      }),
      2,
    )
    const { error } = await run(`import 'a'\nasync () => 1`, {
      a: `await null; throw new RangeError('late')`,
    })
    assert.equal(error, 'late')
  })
})

suite('dynamic imports', () => {
  test('all imports of one module get one namespace, a real one, with live bindings', async () => {
    const code = `async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => import('a')))
  const [a] = all
  a.increase()
  return [all.every((one) => one === a), notes, Object.prototype.toString.call(a), a.count, Object.isExtensible(a)]
}`
    const modules = {
      a: `${note('a')}; export let count = 0; export const increase = () => { count += 1 }`,
    }
    assert.deepEqual(await resultOf(code, modules), [true, ['a'], '[object Module]', 1, false])
  })

  test('graphs that share what neither has loaded yet load side by side', async () => {
    const modules: Record<string, string> = {
      shared: `${note('shared')}; export const shared = {}`,
    }
    for (let index = 0; index < 10; index += 1) {
      modules[`m${index}`] = `export { shared } from 'shared'; import 'n${index}'`
      modules[`n${index}`] = `import { shared } from 'shared'; ${note('n')}`
    }
    const code = `async () => {
  const names = Array.from({ length: 10 }, (_, index) => 'm' + index)
  const all = await Promise.all(names.map((name) => import(name)))
  return [all.every(({ shared }) => shared === all[0].shared), notes.length]
}`
    assert.deepEqual(await resultOf(code, modules), [true, 11])
  })

  test('a module imports by itself, from its top and from its functions', async () => {
    const modules = {
      a: `export const b = await import('./b'); export const later = () => import('c')`,
      b: 'export const value = "b"',
      c: `export const text = "import('x')"; export const meta = typeof import.meta`,
    }
    const code = `async () => {
  const { b, later } = await import('a')
  return [b.value, (await later()).text, (await later()).meta]
}`
    assert.deepEqual(await resultOf(code, modules), ['b', "import('x')", 'object'])
  })

  test('what does not load rejects with the class of its error, and again with the next import', async () => {
    const modules = {
      syntax: 'const = 1',
      thrown: `throw new RangeError('thrown')`,
      odd: `throw 'a text'`,
      missing: `import 'absent'`,
      late: `await null; throw new TypeError('late')`,
    }
    const code = `async () => {
  const outcomes = []
  for (const name of ['syntax', 'thrown', 'late', 'missing', 'odd']) {
    for (let time = 0; time < 2; time++) {
      try { await import(name); outcomes.push('loaded') }
      catch (error) { outcomes.push([error.constructor.name, error.message]) }
    }
  }
  return outcomes
}`
    const outcomes = await resultOf(code, modules)
    assert.ok(Array.isArray(outcomes))
    for (let index = 0; index < outcomes.length; index += 2) {
      assert.deepEqual(outcomes[index], outcomes[index + 1])
    }
    const [syntax, , thrown, , late, , missing, , odd] = outcomes.map(String)
    assert.match(String(syntax), /^SyntaxError,Unexpected token '='/)
    assert.deepEqual([thrown, late], ['RangeError,thrown', 'TypeError,late'])
    assert.match(String(missing), /^Error,Module "absent" is not in the module map/)
    assert.match(String(odd), /a text/)
  })

  test('one that fails, and an unrelated rejection, leave another that still loads alone', async () => {
    const modules = {
      slow: `await new Promise((resolve) => setTimeout(resolve, 30)); export const value = 'slow'`,
      broken: `await null; throw new Error('broken')`,
    }
    const code = `async () => {
  const slow = import('slow')
  const broken = import('broken').catch((error) => error.message)
  Promise.reject(new Error('unrelated'))
  return [await broken, (await slow).value]
}`
    assert.deepEqual(await resultOf(code, modules), ['broken', 'slow'])
  })

  test('a failing module that nobody awaits replaces no result', async () => {
    const modules = { broken: `throw new Error('broken')` }
    const code = `async () => {
  void import('broken')
  await new Promise((resolve) => setTimeout(resolve, 20))
  return 'kept'
}`
    assert.equal(await resultOf(code, modules), 'kept')
  })

  test('the runtime itself is no module of a program', async () => {
    const code = `async () => {
  const names = ['executor:', 'executor', 'runtime', 'guest-core.js', 'import.js', 'executor.js', 'probed']
  const outcomes = await Promise.allSettled(names.map((name) => import(name)))
  return outcomes.every(({ reason }) => /is not in the module map/.test(reason?.message))
}`
    assert.equal(await resultOf(code, { a: '' }), true)
  })

  test('a retained handler still imports what its run declared', async () => {
    const { executionId = '' } = await executor.execute({
      code: `async () => async () => new Response((await import('late')).text)`,
      modules: { late: 'export const text = "imported late"' },
      retainHandles: true,
    })
    const request = { method: 'GET', url: 'https://a.test/', headers: [], body: null }
    const { body } = await executor.invokeHandle(executionId, 'fetch', request)
    await executor.closeHandles(executionId)
    assert.equal(Buffer.from(body).toString(), 'imported late')
  })
})
