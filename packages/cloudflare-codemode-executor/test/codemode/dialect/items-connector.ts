// A connector with a read, writes with and without approval, and tools that go wrong in their own ways.

import { dialect } from './load-dialect.ts'

type Ended = { executionId: string; status: string }

export class ItemsConnector extends dialect.CodemodeConnector {
  readonly created: Array<unknown> = []
  readonly deleted: Array<unknown> = []
  readonly notes: Array<string> = []
  readonly reverted: Array<string> = []
  readonly disposed: Array<Ended> = []
  readonly passEnds: Array<Ended> = []
  lists = 0
  reads = 0
  byteReads = 0

  override name(): string {
    return 'items'
  }

  protected override tools(): ReturnType<InstanceType<typeof dialect.CodemodeConnector>['tools']> {
    return {
      list_items: {
        description: 'List all items.',
        execute: () => {
          this.lists += 1

          return [...this.created]
        },
      },
      read_counter: {
        description: 'Counts its executions; never recorded.',
        replay: 'reexecute',
        execute: () => ({ reads: (this.reads += 1) }),
      },
      get_bytes: {
        description: 'Some bytes.',
        execute: () => {
          this.byteReads += 1

          return Uint8Array.of(1, 2, 3, 4, 5)
        },
      },
      big_result: { description: 'Too much.', execute: () => 'x'.repeat(1_100_000) },
      session_id: {
        description: 'The id of the execution.',
        execute: (_args: unknown, context?: { executionId: string }) => ({
          executionId: context?.executionId,
        }),
      },
      create_item: {
        description: 'Create an item.',
        requiresApproval: true,
        execute: (args: unknown) => {
          this.created.push(args)

          return { id: this.created.length, ...(args as object) }
        },
        revert: (_args: unknown, result: unknown) => {
          this.deleted.push(result)
          this.reverted.push('create_item')
        },
      },
      boom: {
        description: 'Throws.',
        execute: () => {
          throw new Error('connector boom')
        },
      },
      add_note: {
        description: 'Add a note at once.',
        execute: (args: unknown) => ({
          index: this.notes.push((args as { text: string }).text) - 1,
        }),
        revert: (_args: unknown, result: unknown) => {
          this.notes[(result as { index: number }).index] = 'reverted'
          this.reverted.push('add_note')
        },
      },
    }
  }

  override async disposeExecution(executionId: string, status: string): Promise<void> {
    this.disposed.push({ executionId, status })
  }

  override async onPassEnd(executionId: string, status: string): Promise<void> {
    this.passEnds.push({ executionId, status })
  }
}
