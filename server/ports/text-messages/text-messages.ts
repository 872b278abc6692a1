/** One text message to one phone. It bears a link that only they may have: it is never logged. */
export type TextMessage = {
  /** The same for every repetition of this message: whoever passes it on can drop one that comes twice. */
  id: string
  /** What it is about, in one word. */
  kind: string
  /** The name it is sent in: the merchant's. */
  fromName: string
  /** Ten digits of a US number. */
  to: string
  text: string
}

/** Hands text messages on. `send` rejects when it could not. `forget`, where copies are kept: deletes each that names one of these words. */
export type TextMessages = {
  send(message: TextMessage): Promise<void>
  forget?(words: readonly string[]): Promise<void>
}
