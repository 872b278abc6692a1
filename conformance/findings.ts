/** What a check ends with when it does not pass. */

/** The API does not do what the portal relies on. `expected` and `came` are for whoever mends it. */
export class Misfit extends Error {
  override name = 'Misfit'
  readonly expected: string
  readonly came: string
  /** The requirement that it is about, where that is another than the check's own. */
  readonly about: string | undefined
  constructor(expected: string, came: string, about?: string) {
    super(`expected ${expected}; came ${came}`)
    this.expected = expected
    this.came = came
    this.about = about
  }
}

/** The API does not have this, and need not. */
export class NotOffered extends Error {
  override name = 'NotOffered'
}

/** It could not be looked at: an account, a paid order or an earlier step is wanting. */
export class NotChecked extends Error {
  override name = 'NotChecked'
}

/** Throws Misfit where something does not hold. */
export function expectThat(holds: boolean, expected: string, came: unknown, about?: string): asserts holds {
  if (!holds) throw new Misfit(expected, shown(came), about)
}

/** A value in a line of a report. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > 160 ? `${text.slice(0, 157)}…` : text
}
