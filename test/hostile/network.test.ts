// Programs that attack the network: once where loopback is allowed, once under the default policy.

import { netCases } from './cases/net.ts'
import { declareCases } from './declare-cases.ts'

const isGuarded = ({ id }: { id: string }): boolean => id.startsWith('egress-guard-')

declareCases(
  'hostile fetches, private addresses allowed',
  { net: netCases.filter((hostile) => !isGuarded(hostile)) },
  { outboundPolicy: { allowPrivateAddresses: true } },
)

declareCases('hostile fetches under the default policy', { net: netCases.filter(isGuarded) })
