import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const fixture = fileURLToPath(new URL('fixtures/self-test.ts', import.meta.url))

const PATIENCE_MS = 60_000
const ROUNDS = 3

/** What a process with these flags says of itself. */
function selfTest(flags: Array<string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = ['--no-node-snapshot', ...flags, fixture]
    const options = { timeout: PATIENCE_MS, killSignal: 'SIGKILL' } as const
    // The fixture ends itself by a signal, so the error says nothing that its words do not.
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (stdout === '') reject(new Error(`It said nothing. ${stderr}`, { cause: error }))
      else resolve(stdout)
    })
  })
}

suite('testKillability', () => {
  test('a loop dies with its isolate under --no-turboshaft-loop-unrolling', async () => {
    assert.equal(await selfTest(['--no-turboshaft-loop-unrolling']), 'killable')
  })

  test('the same binary without the flag is found out', async (t) => {
    let said = 'killable'
    for (let round = 0; round < ROUNDS && said === 'killable'; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one more try only if the last one had luck
      said = await selfTest(['--turboshaft-loop-unrolling'])
    }
    if (said === 'killable') {
      t.skip('The loop was disposed of before V8 had optimised it, as on a busy machine it may be.')
      return
    }
    assert.equal(
      said,
      'Error: A loop outlived its isolate: V8 runs without --no-turboshaft-loop-unrolling.',
    )
  })
})
