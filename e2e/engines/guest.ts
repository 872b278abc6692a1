export type Role = 'button' | 'link' | 'radio' | 'textbox' | 'heading' | 'dialog' | 'alert'

/** Somebody with a phone of another make: finds things as a screen reader calls them, taps and types. Everything waits until it can be done. */
export type Guest = {
  open(url: string): Promise<void>
  /** Waits until it is there. */
  find(role: Role, name: string | RegExp): Promise<void>
  tap(role: Role, name: string | RegExp): Promise<void>
  /** A radio: it lies under its drawing, so by the keyboard. */
  choose(name: string | RegExp): Promise<void>
  /** Empties the field and types. */
  fill(name: string | RegExp, text: string): Promise<void>
  /** Types into the one field of a provider's frame. */
  fillFrame(title: string, text: string): Promise<void>
  /** Waits until a text is to be read. */
  read(text: string | RegExp): Promise<void>
  /** Everything that is to be read now. */
  words(): Promise<string>
  address(): Promise<string>
  /** The value of an expression in the page; a promise's, when it has settled. */
  evaluate(expression: string): Promise<unknown>
  /** What is to be seen (PNG). */
  picture(): Promise<Buffer>
  close(): Promise<void>
}
