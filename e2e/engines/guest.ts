export type Role = 'button' | 'link' | 'radio' | 'textbox' | 'heading' | 'dialog' | 'alert'

/**
 * A person whose phone has another browser: finds elements by role and accessible name, taps and types. Every method waits
 * until it can act.
 */
export type Guest = {
  open(url: string): Promise<void>
  /** Waits until the element is there. */
  find(role: Role, name: string | RegExp): Promise<void>
  tap(role: Role, name: string | RegExp): Promise<void>
  /** Chooses a radio with the keyboard, because its drawn replacement covers it. */
  choose(name: string | RegExp): Promise<void>
  /** Empties the field and types. */
  fill(name: string | RegExp, text: string): Promise<void>
  /** Types into the only field of a provider's frame. */
  fillFrame(title: string, text: string): Promise<void>
  /** Waits until a text is visible. */
  read(text: string | RegExp): Promise<void>
  /** All text that is visible now. */
  words(): Promise<string>
  address(): Promise<string>
  /** The value of an expression in the page; a promise is awaited. */
  evaluate(expression: string): Promise<unknown>
  /** A screenshot (PNG). */
  picture(): Promise<Buffer>
  close(): Promise<void>
}
