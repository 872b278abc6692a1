/** A text message to one phone. It contains a link that only its owner may have: it is never logged. */
export type TextMessage = {
  /** The same for every repetition of this message: the service that sends it can drop a duplicate. */
  id: string
  /** The kind of the message, in one word. */
  kind: string
  /** The sender's name: the merchant's. */
  fromName: string
  /** Ten digits of a US number. */
  to: string
  text: string
}

/** Sends text messages. `send` rejects when that failed. `forget` deletes stored copies that contain one of these words. */
export type TextMessages = {
  send(message: TextMessage): Promise<void>
  forget?(words: readonly string[]): Promise<void>
}
