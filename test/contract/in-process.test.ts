// The contract, kept by the executor of this process.

import { createExecutor } from '@supolka/codemode-executor'
import { declareContract } from './contract.ts'

declareContract('in-process', ({ allowLoopback = false, ...options } = {}) =>
  createExecutor({ ...options, outboundPolicy: { allowPrivateAddresses: allowLoopback } }),
)
