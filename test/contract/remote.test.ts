// The contract, kept by a remote executor over a server of this process.

import { declareContract } from './contract.ts'
import { remoteFactory } from './remote-factory.ts'

declareContract('remote', remoteFactory())
