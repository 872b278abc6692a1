// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { SignUpScreen } from '#features/account/screens/sign-up-screen.tsx'
import { AppError } from '#lib/errors/app-error.ts'
import type { Net, NetRequest } from '#lib/api/net.ts'
import { fill, find, press, say, setMedia, show, type, until } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

/** The human check answers as soon as it is ticked: its own tests are in tests/src/verification. */
vi.mock('#shared/forms/human-check.tsx', () => ({
  HumanCheck: ({ onAnswer }: { onAnswer: (answer: string) => void }) => (
    <input type="checkbox" aria-label="human" onChange={() => onAnswer('proof')} />
  ),
}))

const refusal = { code: 'link_invalid', message: 'This invitation does not work anymore.', errors: [] }

class SignUpNet implements Net {
  calls: { path: string; body: unknown }[] = []
  keys: (string | undefined)[] = []
  /** How many answers are still to be lost. */
  lost = 0
  /** An invitation that is not valid. */
  over = 'over'
  async send({ url, body, headers }: NetRequest) {
    this.calls.push({ path: url.replace(/^.*\/api/, ''), body: JSON.parse(body ?? 'null') })
    this.keys.push(headers['idempotency-key'])
    if (this.lost-- > 0) throw new AppError('timeout', 'No answer came.')
    const { token } = JSON.parse(body ?? '{}') as { token?: string }
    const isRefused = token === this.over
    return {
      status: isRefused ? 422 : 200,
      header: (name: string) => (name === 'content-type' ? 'application/json' : null),
      text: JSON.stringify(isRefused ? refusal : { status: 'Look into your inbox.' }),
    }
  }
}

beforeEach(() => {
  setMedia({ 'min-width': true })
})

const submit = () => say(find('form'), new Event('submit', { bubbles: true, cancelable: true }))
async function fillAll(): Promise<void> {
  await fill(field('EMAIL'), ' ada@example.com')
  await fill(field('EMAIL CONFIRMATION'), 'ada@example.com ')
  await fill(field('PASSWORD'), 'A long enough one 1')
  await fill(field('CONFIRM PASSWORD'), 'A long enough one 1')
  await fill(field('FIRST NAME'), 'Ada')
  await fill(field('LAST NAME'), 'Guest')
  await type(field('PHONE'), '2125550188')
  await type(find<HTMLInputElement>('input[name=dob]'), '04171986')
  await press(field('human'))
}
const field = (label: string | RegExp) => find<HTMLInputElement>('input', label)

it.each([
  ['of an invitation', '/signup?token=0012', '0012'],
  ['that is missing', '/signup', ''],
])(
  'signing up sends every field, the phone as digits, and the token %s @EN-51 @AU-07',
  async (_whose, at, token) => {
    const net = new SignUpNet()
    await show(sitePage({ '/signup': () => <SignUpScreen /> }, { net, at }).page)
    await until(() => find('form'))
    await fillAll()
    expect(find<HTMLInputElement>('input', 'PHONE').value).toBe('(212) 555-0188')
    await submit()
    await until(() => expect(document.body.textContent).toContain('Look into your inbox.'))
    expect(net.calls).toEqual([
      {
        path: '/auth/register',
        body: {
          email: 'ada@example.com',
          email_confirmation: 'ada@example.com',
          recaptcha_confirmation: 'proof',
          password: 'A long enough one 1',
          password_confirmation: 'A long enough one 1',
          first_name: 'Ada',
          last_name: 'Guest',
          phone: '2125550188',
          dob: '04/17/1986',
          token,
          showDatePicker: false,
          location_id: 'tavola-nyc',
        },
      },
    ])
  },
)

it('a sign-up whose answer is lost is sent again as the same call, without another human check (N2)', async () => {
  const net = new SignUpNet()
  net.lost = 1
  await show(sitePage({ '/signup': () => <SignUpScreen /> }, { net, at: '/signup' }).page)
  await until(() => find('form'))
  await fillAll()
  await submit()
  await until(() => find('[role=alert]'))
  expect(find<HTMLButtonElement>('form button[type=submit]').disabled).toBe(false)
  await submit()
  await until(() => expect(document.body.textContent).toContain('Look into your inbox.'))
  expect(net.keys).toHaveLength(2)
  expect(new Set(net.keys).size).toBe(1)
  expect(net.calls[1]).toEqual(net.calls[0])
})

it('an invitation that is over says so, and leads to an account without it, with what was typed', async () => {
  const net = new SignUpNet()
  await show(sitePage({ '/signup': () => <SignUpScreen /> }, { net, at: '/signup?token=over' }).page)
  await until(() => find('form'))
  await fillAll()
  await submit()
  await until(() => expect(document.body.textContent).toContain('This invitation does not work anymore.'))
  await press(find('[role=alert] a', 'Create an account without it'))
  await until(() => expect(document.querySelector('[role=alert]')).toBeNull())
  expect(field('EMAIL').value).toBe('ada@example.com')
  // The answer of the human check went with the first call.
  await press(field('human'))
  await submit()
  await until(() => expect(document.body.textContent).toContain('Look into your inbox.'))
  expect(net.calls.map(({ body }) => (body as { token: string }).token)).toEqual(['over', ''])
})

it('an invitation that is over leads to no sign-up where only those who are invited may', async () => {
  const copy = siteCopy({ settings: { my_account: { enable: false } } })
  const page = { net: new SignUpNet(), at: '/signup?token=over', copy }
  await show(sitePage({ '/signup': () => <SignUpScreen /> }, page).page)
  await until(() => find('form'))
  await fillAll()
  await submit()
  await until(() => expect(document.body.textContent).toContain('This invitation does not work anymore.'))
  expect(document.querySelector('[role=alert] a')).toBeNull()
})
