import { fold } from '../fold.ts'
import { isEmail } from './contact.ts'
import { findPhoneProblem } from './phone.ts'

/** Sign-up, account and password rules (specification §5), run by the forms and by the server alike. */

export type SignUpForm = {
  email: string
  email_confirmation: string
  password: string
  password_confirmation: string
  first_name: string
  last_name: string
  /** As typed: (###) ###-####. */
  phone: string
  /** As typed: MM/DD/YYYY, with underscores where nothing was typed yet. */
  dob: string
  recaptcha_confirmation: string
}

const emailsDiffer = 'Email & Email Confirmation must match.'
export const passwordsDiffer = 'Password & Confirm Password must match.'

/** The fields that SUBMIT waits for (§5), in the form's order: the verification, every field, phone and birthday with at least 10 characters. */
export const listMissingFields = (form: SignUpForm): (keyof SignUpForm)[] =>
  (Object.keys(form) as (keyof SignUpForm)[]).filter((field) => {
    if (field === 'phone') return form.phone.length < 10
    return field === 'dob' ? form.dob.replaceAll('_', '').length < 10 : form[field] === ''
  })

/** Whether SUBMIT is enabled. */
export const isSignUpComplete = (form: SignUpForm): boolean => listMissingFields(form).length === 0

type SignUpProblems = Partial<Record<keyof SignUpForm, string>>

/**
 * Everything that is wrong with a sign-up, by field in the form's order (§5): the form shows all of it at once, and the server checks again. `today` is
 * `YYYY-MM-DD`. `isInvited`: most who are invited will work here, so that the rule for staff passwords applies.
 */
export function listSignUpProblems(
  form: Omit<SignUpForm, 'recaptcha_confirmation'>,
  today: string,
  isInvited: boolean,
): SignUpProblems {
  const { email, password, first_name, last_name } = form
  const problems: [keyof SignUpForm, string | false | undefined][] = [
    ['email', !isEmail(email.trim()) && 'Please enter a valid email address'],
    ['email_confirmation', email.trim() !== form.email_confirmation.trim() && emailsDiffer],
    ['password', findPasswordProblem(password, [email, first_name, last_name], isInvited)],
    ['password_confirmation', password !== form.password_confirmation && passwordsDiffer],
    ['first_name', first_name.trim() === '' && invalidInfo],
    ['last_name', last_name.trim() === '' && invalidInfo],
    ['phone', findPhoneProblem(form.phone)],
    ['dob', findBirthdayProblem(form.dob, today)],
  ]
  return Object.fromEntries(problems.filter(([, message]) => message)) as SignUpProblems
}

/** §9: the earliest birthday, and where the wheel picker starts. */
export const earliestBirthday = '1900-01-01'
export const defaultBirthday = '1970-01-01'

/** `MM/DD/YYYY` as `YYYY-MM-DD`; undefined for anything that is not a day of the calendar. */
export function isoOfBirthday(text: string): string | undefined {
  const parts = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text)
  if (!parts) return undefined
  const [, month, day, year] = parts
  const iso = `${year}-${month}-${day}`
  const date = new Date(`${iso}T00:00:00Z`)
  // 02/30 would roll over into March.
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === iso ? iso : undefined
}

/** What is wrong with a birthday, or undefined. `today` is `YYYY-MM-DD`. */
export function findBirthdayProblem(text: string, today: string): string | undefined {
  const iso = isoOfBirthday(text)
  if (iso === undefined) return 'Please enter a valid date as MM/DD/YYYY'
  if (iso < earliestBirthday) return 'Please enter a date from 01/01/1900 on'
  if (iso > today) return 'Please enter a date in the past'
  return undefined
}

export type AccountForm = {
  first_name: string
  last_name: string
  phone: string
  address: string
  address2: string
  city: string
  state: string
  zip: string
  /** MM/DD/YYYY, or empty where it was never given. */
  dob: string
}

const invalidInfo = 'Please enter a valid info'

/** What is wrong with an edited account, by field (§5: what may not be empty, the phone's ten digits, the zip's five, the birthday's limits). */
export function listAccountProblems(
  form: AccountForm,
  today: string,
): Partial<Record<keyof AccountForm, string>> {
  const problems: Partial<Record<keyof AccountForm, string>> = {}
  for (const field of ['first_name', 'last_name', 'phone', 'address', 'city', 'state', 'zip'] as const)
    if (form[field].trim() === '') problems[field] = invalidInfo
  const phone = problems.phone ?? findPhoneProblem(form.phone)
  if (phone !== undefined) problems.phone = phone
  if (problems.zip === undefined && !/^\d{5}$/.test(form.zip)) problems.zip = invalidInfo
  const birthday = form.dob === '' ? undefined : findBirthdayProblem(form.dob, today)
  if (birthday !== undefined) problems.dob = birthday
  return problems
}

export const invalidData = 'Please enter a valid data'

export type PasswordForm = { current: string; next: string; confirm: string }

/** What is wrong with a password change, by field: all three are required (§5). Whether a password is good enough, the server says. */
export function listPasswordProblems(form: PasswordForm): Partial<Record<keyof PasswordForm, string>> {
  const problems: Partial<Record<keyof PasswordForm, string>> = {}
  for (const field of ['current', 'next', 'confirm'] as const)
    if (form[field] === '') problems[field] = invalidData
  if (problems.next === undefined && problems.confirm === undefined && form.next !== form.confirm)
    problems.confirm = passwordsDiffer
  return problems
}

/** Ten characters that nobody guesses beat one capital and one digit (NIST SP 800-63B §5.1.1.2: length, and no rules of composition). */
const shortestPassword = 10
/** For staff: with a letter and a digit, which PCI DSS 8.3.6 asks of people who can change what a payment page loads. */
const shortestStaffPassword = 12

/** Why a new password is refused, or undefined. `about`: what an attacker tries first, the email and the names. `staff`: the account is a staff member's. */
export function findPasswordProblem(
  password: string,
  about: readonly string[],
  staff = false,
): string | undefined {
  const shortest = staff ? shortestStaffPassword : shortestPassword
  if (password.length < shortest) return `Please use at least ${shortest} characters for your password.`
  if (staff && !(/\p{L}/u.test(password) && /\d/.test(password)))
    return 'Please use letters and at least one digit for your password.'
  if (password.length > 256) return 'Please use at most 256 characters for your password.'
  const plain = folded(password)
  if (
    new Set(plain).size < 4 ||
    commonPasswords.some((one) => plain === one || plain === `${one}1` || plain === `${one}!`)
  )
    return 'This password is easy to guess. Please choose another.'
  const words = about
    .flatMap((text) => folded(text).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= 4)
  if (words.some((word) => plain.replace(/[^\p{L}\p{N}]/gu, '').replace(/\d+$/, '') === word))
    return 'Please choose a password that is not your name or address.'
  return undefined
}

/** `García` and `garcia`, also in full-width letters, are the same name to an attacker. */
const folded = (text: string): string => fold(text.normalize('NFKC'))

/** The most common passwords of ten characters or more. Whole phrases, so that none is part of a good one. */
const commonPasswords = [
  '1234567890',
  '0123456789',
  '12345678910',
  '123456789a',
  '1q2w3e4r5t',
  '1q2w3e4r5t6y',
  'qwertyuiop',
  'qwerty12345',
  'qwerty123456',
  'asdfghjkl1',
  'abcdefghij',
  'password12',
  'password123',
  'password1234',
  'passwordpassword',
  'iloveyou12',
  'iloveyou123',
  'letmein123',
  'welcome123',
  'changeme123',
  'administrator',
  'basketball',
  'football123',
  'sunshine123',
  'princess123',
  'restaurant',
]

/** How full the bar of the rewards is, in percent (§9: current points / points to next reward * 100), at most 100. */
export const progressPercent = (currentPoints: number, pointsToNextReward: number): number =>
  pointsToNextReward <= 0 ? 100 : Math.min(100, Math.max(0, (currentPoints / pointsToNextReward) * 100))
