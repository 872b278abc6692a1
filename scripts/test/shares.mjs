/**
 * Large runs, which find what is rare: `npm test -- --full` does them in full (`whole`), every other run does the `share`. Random draws differ each time, so
 * that many runs together cover what one does not; runs that count from a seed use the day's (tests/support/seeded-random.ts), except sessions, which are
 * always the same. `isDaily`: so slow that a day's share is less than a tenth.
 * @type {Record<import('./shares.mjs').LargeRun, { whole: number, share: number, isDaily?: boolean }>}
 */
export const shares = {
  'hostile texts in HTML': { whole: 5000, share: 1000 },
  'orders priced on device and server': { whole: 100_000, share: 10_000 },
  'orders taxed by class': { whole: 100_000, share: 10_000 },
  'orders over a network that breaks': { whole: 400, share: 120 },
  'evenings of two people with one phone': { whole: 150, share: 50 },
  'guesses at a gift card': { whole: 10_000, share: 2500 },
  'food orders by any mix of cards': { whole: 60, share: 20 },
  'gift card orders by any price and code': { whole: 30, share: 10 },
  'orders that go back in parts': { whole: 100_000, share: 10_000 },
  'orders by two tenders that go back in parts on the server': { whole: 60, share: 8 },
  'copies of orders by two tenders that go back in parts on the server': {
    whole: 2000,
    share: 30,
    isDaily: true,
  },
  'cancels against starts': { whole: 1000, share: 100 },
  'sessions from seeds': { whole: 600, share: 60 },
}

const variable = 'LARDER_TESTS'

/** The environment in which tests do their large runs in full. */
export const wholeEnvironment = { [variable]: 'full' }

export const isWhole = () => process.env[variable] === 'full'

/** How many this run does. @param {import('./shares.mjs').LargeRun} name */
export const countOf = (name) => shares[name][isWhole() ? 'whole' : 'share']

/** For the log: what this run did not do in full. */
export const sharesInWords = () => {
  const words = Object.entries(shares).map(
    ([name, { whole, share }]) =>
      `${share.toLocaleString('en-US')} of ${whole.toLocaleString('en-US')} ${name}`,
  )
  return `Of the large runs a fixed share (whole with --full): ${words.join(', ')}.`
}
