import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDate } from '#contract/format-date.ts'
import {
  type AccountForm,
  defaultBirthday,
  earliestBirthday,
  findBirthdayProblem,
  findPasswordProblem,
  isoOfBirthday,
  isSignUpComplete,
  listAccountProblems,
  listPasswordProblems,
  listSignUpProblems,
  progressPercent,
  type SignUpForm,
} from '#contract/rules/account.ts'

const today = '2026-11-20'

const signUp = (change: Partial<SignUpForm> = {}): SignUpForm => ({
  email: 'ada@example.test',
  email_confirmation: 'ada@example.test',
  password: 'four olives and a fork',
  password_confirmation: 'four olives and a fork',
  first_name: 'Ada',
  last_name: 'Quill',
  phone: '(212) 555-0177',
  dob: '04/17/1986',
  recaptcha_confirmation: 'proven',
  ...change,
})

const account = (change: Partial<AccountForm> = {}): AccountForm => ({
  first_name: 'Ada',
  last_name: 'Quill',
  phone: '(212) 555-0177',
  address: '9 Bank Street',
  address2: '',
  city: 'New York',
  state: 'NY',
  zip: '10014',
  dob: '04/17/1986',
  ...change,
})

describe('signing up', () => {
  const problemsOf = (change: Partial<SignUpForm>, isInvited = false) =>
    listSignUpProblems(signUp(change), today, isInvited)

  it('requires the email and its confirmation to match, before anything else @VA-21', () => {
    const problems = problemsOf({ email_confirmation: 'ada@example.tst', password_confirmation: 'other' })
    expect(Object.entries(problems)[0]).toEqual([
      'email_confirmation',
      'Email & Email Confirmation must match.',
    ])
    expect(problemsOf({ email_confirmation: ' ada@example.test ' })).toEqual({})
  })

  it('requires the password and its confirmation to match @VA-22', () => {
    expect(problemsOf({ password_confirmation: 'four olives and a fork ' })).toEqual({
      password_confirmation: 'Password & Confirm Password must match.',
    })
    expect(problemsOf({})).toEqual({})
  })

  it('reports everything that is wrong at once, in the form’s order', () => {
    const wrong = {
      email: 'ada@example.test,',
      email_confirmation: 'ada@example.test',
      password: 'short',
      password_confirmation: 'shorter',
      first_name: ' ',
      last_name: '',
      phone: '(212) 555-017',
      dob: '02/30/1980',
    }
    expect(Object.keys(problemsOf(wrong))).toEqual(Object.keys(wrong))
  })

  it('requires a longer password from an invited person', () => {
    const short = { password: 'olives an 1', password_confirmation: 'olives an 1' }
    expect(problemsOf(short)).toEqual({})
    expect(problemsOf(short, true).password).toContain('at least 12')
  })

  it('can be submitted when verification is done and every field is there @VA-23', () => {
    expect(isSignUpComplete(signUp())).toBe(true)
    for (const field of Object.keys(signUp()) as (keyof SignUpForm)[])
      expect(isSignUpComplete(signUp({ [field]: '' })), field).toBe(false)
  })

  it.each([
    ['212555017', false],
    ['2125550177', true],
    ['(212) 555-', true],
  ])('counts a phone as filled in only with ten digits: %s @VA-23', (phone, complete) => {
    expect(isSignUpComplete(signUp({ phone }))).toBe(complete)
  })

  it.each([
    ['04/17/198_', false],
    ['04/17/1986', true],
    ['04/17/19__', false],
    ['__/__/____', false],
  ])('counts a birthday as filled in only without underscores: %s @VA-23', (dob, complete) => {
    expect(isSignUpComplete(signUp({ dob }))).toBe(complete)
  })
})

describe('a birthday', () => {
  it('is a day of the calendar between 1 Jan 1900 and today @BC-15', () => {
    expect(earliestBirthday).toBe('1900-01-01')
    expect(formatDate(defaultBirthday)).toBe('01/01/1970')
    for (const good of ['01/01/1900', '02/29/2000', '11/20/2026'])
      expect(findBirthdayProblem(good, today), good).toBeUndefined()
    for (const bad of [
      '12/31/1899',
      '11/21/2026',
      '02/29/1900',
      '13/01/1990',
      '00/10/1990',
      '04/31/1990',
      '4/1/1990',
      '1990-04-01',
      '',
    ])
      expect(findBirthdayProblem(bad, today), bad).toBeTypeOf('string')
  })

  it('comes back as it was sent', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2026-11-20'), noInvalidDate: true }),
        (date) => {
          const iso = date.toISOString().slice(0, 10)
          expect(isoOfBirthday(formatDate(iso))).toBe(iso)
        },
      ),
    )
  })
})

describe('an edited account', () => {
  it('may leave only the second address line and the birthday empty @VA-26', () => {
    expect(listAccountProblems(account({ address2: '', dob: '' }), today)).toEqual({})
    for (const field of ['first_name', 'last_name', 'phone', 'address', 'city', 'state', 'zip'] as const)
      expect(listAccountProblems(account({ [field]: ' ' }), today)).toEqual({
        [field]: 'Please enter a valid info',
      })
  })

  it('needs a phone of ten digits, a zip of five, and a birthday that exists @VA-26 @BC-14', () => {
    expect(Object.keys(listAccountProblems(account({ phone: '(212) 555-01' }), today))).toEqual(['phone'])
    expect(listAccountProblems(account({ phone: '(123) 456-7890' }), today)).toEqual({})
    expect(Object.keys(listAccountProblems(account({ zip: '1001' }), today))).toEqual(['zip'])
    expect(Object.keys(listAccountProblems(account({ dob: '12/31/1899' }), today))).toEqual(['dob'])
  })

  it('accepts a password change only with all three passwords, and says so from the start @VA-26', () => {
    const empty = { current: '', next: '', confirm: '' }
    expect(new Set(Object.values(listPasswordProblems(empty)))).toEqual(
      new Set(['Please enter a valid data']),
    )
    expect(Object.keys(listPasswordProblems(empty))).toEqual(['current', 'next', 'confirm'])
    expect(listPasswordProblems({ current: 'a', next: 'b', confirm: 'b' })).toEqual({})
    expect(listPasswordProblems({ current: 'a', next: 'b', confirm: 'c' })).toEqual({
      confirm: 'Password & Confirm Password must match.',
    })
  })
})

describe('a password', () => {
  const about = ['ada.quill@example.test', 'Ada', 'Quill']

  it.each(['four olives and a fork', 'Larder-demo-1', 'correct horse battery', 'aB3$aB3$aB3$'])(
    'may be %s',
    (password) => {
      expect(findPasswordProblem(password, about)).toBeUndefined()
    },
  )

  it('of a member of the staff has twelve characters, letters and a digit', () => {
    const problemOf = (password: string) => findPasswordProblem(password, about, true)
    for (const good of ['Larder-demo-1', 'seven7lanterns', 'olives and 1'])
      expect(problemOf(good), good).toBeUndefined()
    expect(problemOf('olives an 1')).toContain('at least 12')
    expect(problemOf('four olives and a fork')).toContain('at least one digit')
    expect(problemOf('314159265358979')).toContain('letters')
  })

  it.each([
    '',
    'short',
    '123456789',
    'password123',
    'Password123!',
    'aaaaaaaaaaaaaaa',
    '1234567890',
    'quill12345',
    'x'.repeat(257),
  ])('may not be %s', (password) => {
    expect(findPasswordProblem(password, about)).toBeTypeOf('string')
  })
})

it.each([
  ['García', 'garcía1234', 'not your name'],
  ['García', 'Garcia1234', 'not your name'],
  ['Sørensen', 'sorensen1234', 'not your name'],
  ['Garcia', 'GARCÍA1234', 'not your name'],
  ['Gárcia', 'garci\u0301a1234', 'not your name'],
  ['Дмитрий', 'дмитрий123', 'not your name'],
])('a password is not the name %s: %s', (name, password, words) => {
  expect(findPasswordProblem(password, [name])).toContain(words)
})

describe('the progress of the rewards @BC-18', () => {
  it('is current points / points to next reward * 100', () => {
    expect(progressPercent(182, 250)).toBeCloseTo(72.8)
    expect(progressPercent(0, 250)).toBe(0)
  })

  it('stays within the bar: never over 100, never below 0, and full when nothing is needed', () => {
    expect(progressPercent(900, 250)).toBe(100)
    expect(progressPercent(-5, 250)).toBe(0)
    expect(progressPercent(10, 0)).toBe(100)
  })
})
