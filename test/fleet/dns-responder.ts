// A DNS server on loopback that knows one name, and the addresses behind it as the test changes them.
// It stands for the cluster's DNS and its headless Service.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { AUTHORITATIVE_ANSWER, decode, encode, type Answer, type Packet } from 'dns-packet'

/** The code for a name that is not there, in the lowest four bits of a response's flags. */
const NXDOMAIN = 3

export type DnsResponder = AsyncDisposable & {
  /** Address and port, as HAProxy takes a nameserver. */
  readonly address: string
  readonly name: string
  /** What the name leads to from now on. The test adds to it and deletes from it. */
  readonly addresses: Set<string>
}

/** Answers for `name` on a free port. */
export async function startDnsResponder(name: string): Promise<DnsResponder> {
  const addresses = new Set<string>()
  const socket = createSocket('udp4')
  socket.on('message', (message, { address, port }) => {
    socket.send(encode(answer(decode(message), name, addresses)), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')

  return {
    address: `127.0.0.1:${socket.address().port}`,
    name,
    addresses,
    async [Symbol.asyncDispose]() {
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
}

function answer({ id, questions }: Packet, name: string, addresses: Set<string>): Packet {
  const [question] = questions
  // A resolver may ask with any case of letters, and a final dot.
  const isKnown = question?.name.toLowerCase().replace(/\.$/, '') === name
  const answers: Array<Answer> = []
  if (isKnown && question.type === 'A') {
    for (const data of addresses) answers.push({ name: question.name, type: 'A', ttl: 1, data })
  }

  return {
    type: 'response',
    id,
    flags: AUTHORITATIVE_ANSWER | (isKnown ? 0 : NXDOMAIN),
    questions,
    answers,
  }
}
