// The contract, kept over a link that delays what it carries and parts it anywhere.

import { declareContract } from './contract.ts'
import { remoteFactory } from './remote-factory.ts'

declareContract(
  'remote through a proxy',
  remoteFactory({ proxy: { mode: 'slice', seed: Number(process.env['SEED'] ?? 11) } }),
)
