/** How a check ends when it does not pass. */

/** The API does not do what the portal relies on. `expected` and `came` (the actual answer) help whoever fixes it. */
export class Misfit extends Error {
  override name = 'Misfit'
  readonly expected: string
  readonly came: string
  /** The requirement that it concerns, if not the check's own. */
  readonly about: string | undefined
  constructor(expected: string, came: string, about?: string) {
    super(`expected ${expected}; came ${came}`)
    this.expected = expected
    this.came = came
    this.about = about
  }
}

/** The API does not offer this, and need not. */
export class NotOffered extends Error {
  override name = 'NotOffered'
}

/** It could not be checked: an account, a paid order or an earlier step is missing. */
export class NotChecked extends Error {
  override name = 'NotChecked'
}

/** Throws Misfit if something does not hold. */
export function expectThat(holds: boolean, expected: string, came: unknown, about?: string): asserts holds {
  if (!holds) throw new Misfit(expected, shown(came), about)
}

/** A value as shown in a line of the report. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > 160 ? `${text.slice(0, 157)}…` : text
}
