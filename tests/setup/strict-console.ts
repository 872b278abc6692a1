import { afterEach, beforeEach, vi } from 'vitest'

/** Warnings must not go unnoticed: any output to the console fails the test, unless it was expected. */

type Level = 'error' | 'warn'
const levels: Level[] = ['error', 'warn']

let seen: { level: Level; text: string }[] = []
let expected: { level: Level; pattern: RegExp }[] = []

/** Expects output to the console; the test fails when none comes. */
export function expectConsole(level: Level, pattern: RegExp): void {
  expected.push({ level, pattern })
}

beforeEach(() => {
  seen = []
  expected = []
  for (const level of levels)
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) =>
      seen.push({ level, text: parts.map(describe).join(' ') }),
    )
})

afterEach(() => {
  for (const level of levels) vi.mocked(console[level]).mockRestore()
  const fits = (line: (typeof seen)[number]) => (one: (typeof expected)[number]) =>
    one.level === line.level && one.pattern.test(line.text)
  const surprises = seen.filter((line) => !expected.some(fits(line)))
  const missing = expected.filter((one) => !seen.some((line) => fits(line)(one)))
  if (surprises.length > 0)
    throw new Error(`console.${surprises.map(({ level, text }) => `${level}: ${text}`).join('\nconsole.')}`)
  if (missing.length > 0)
    throw new Error(
      `the console was to say ${missing.map(({ level, pattern }) => `${level} ${pattern}`).join(', ')}, and did not`,
    )
})

const describe = (part: unknown): string =>
  part instanceof Error ? (part.stack ?? part.message) : String(part)
