import { expect, test } from 'vitest'
import { UnsentWorkError } from '#db/unsent-work.ts'
import { asAppError, AppError } from '#lib/errors/app-error.ts'
import { Book } from '../simulation/book.ts'
import { hasWords } from '../simulation/words.ts'

const message = 'Someone else is signed in here and still has unsent changes. Please sign them out first.'
const problem = { errors: [{ message }], message, code: 'signed_in_meanwhile' }

test('the simulator accepts a refusal with a message, whatever caused it', () => {
  const cause = new UnsentWorkError('another member has something here')
  expect(hasWords(new AppError('refused', message, { problem }, { cause }))).toBe(true)
})

test('the simulator finds the bug behind an error without a message of its own', () => {
  expect(hasWords(asAppError(new TypeError('x is not a function')))).toBe(false)
  expect(
    hasWords(new AppError('offline', 'no answer', {}, { cause: new DOMException('', 'AbortError') })),
  ).toBe(true)
  expect(hasWords(new UnsentWorkError('another member has something here'))).toBe(false)
})

const tapOf = (maker: string) => ({
  opId: '1',
  change: { kind: 'user.update' } as const,
  phone: 'phone1',
  maker,
  atMs: 2,
  isWiped: false,
})

/** Ada is signed in and has tapped something, and Ben tries to sign in on the same device. */
function bensTry() {
  const book = new Book()
  const tap = tapOf('ada@example.com')
  book.hasSignedIn('phone1', 'ada@example.com', 1)
  book.taps.push(tap)
  return { book, tap, nothingGoes: book.signsIn('phone1', 'ben@example.com', 3) }
}

test('the simulator still expects a member’s taps after a refused sign-in beside theirs', () => {
  const { tap, nothingGoes } = bensTry()
  expect(tap.isWiped).toBe(true)
  nothingGoes()
  expect(tap.isWiped).toBe(false)
})

test('the simulator no longer expects a member’s taps once somebody else has signed in', () => {
  const { book, tap, nothingGoes } = bensTry()
  book.hasSignedIn('phone1', 'ben@example.com', 4)
  nothingGoes()
  expect(tap.isWiped).toBe(true)
})
