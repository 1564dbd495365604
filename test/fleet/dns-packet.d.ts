// The part of dns-packet that the fleet's DNS responder uses; the package brings no types.

declare module 'dns-packet' {
  export type Question = { name: string; type: string }
  export type Answer = { name: string; type: string; ttl: number; data: string }
  export type Packet = {
    type: 'query' | 'response'
    id: number
    flags: number
    questions: Array<Question>
    answers: Array<Answer>
  }
  export const AUTHORITATIVE_ANSWER: number
  export function decode(message: Uint8Array): Packet
  export function encode(packet: Packet): Uint8Array
}
