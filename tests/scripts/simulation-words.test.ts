import { expect, test } from 'vitest'
import { UnsentWorkError } from '#db/unsent-work.ts'
import { asAppError, AppError } from '#lib/errors/app-error.ts'
import { Book } from '../simulation/book.ts'
import { hasWords } from '../simulation/words.ts'

const message = 'Someone else is signed in here and still has unsent changes. Please sign them out first.'
const problem = { errors: [{ message }], message, code: 'signed_in_meanwhile' }

test('the simulator takes a refusal with words as said, whatever led to it', () => {
  const cause = new UnsentWorkError('another member has something here')
  expect(hasWords(new AppError('refused', message, { problem }, { cause }))).toBe(true)
})

test('the simulator looks through an error that says nothing of its own for the bug in it', () => {
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

/** Ada is signed in and has tapped something, and Ben tries to sign in beside her. */
function bensTry() {
  const book = new Book()
  const tap = tapOf('ada@example.com')
  book.hasSignedIn('phone1', 'ada@example.com', 1)
  book.taps.push(tap)
  return { book, tap, nothingGoes: book.signsIn('phone1', 'ben@example.com', 3) }
}

test('the simulator still asks for what a member had tapped when a sign-in beside theirs is refused', () => {
  const { tap, nothingGoes } = bensTry()
  expect(tap.isWiped).toBe(true)
  nothingGoes()
  expect(tap.isWiped).toBe(false)
})

test('the simulator lets go of what a member had tapped when somebody else has signed in since', () => {
  const { book, tap, nothingGoes } = bensTry()
  book.hasSignedIn('phone1', 'ben@example.com', 4)
  nothingGoes()
  expect(tap.isWiped).toBe(true)
})
