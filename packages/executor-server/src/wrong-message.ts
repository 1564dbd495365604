// A message of a peer that ends its connection: its text is the reason the peer is told.

export class WrongMessage extends Error {
  override readonly name = 'WrongMessage'
}
