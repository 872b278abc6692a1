// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { AccountScreen } from '#features/account/screens/account-screen.tsx'
import { ForgotPasswordScreen } from '#features/account/screens/forgot-password-screen.tsx'
import { ResendUnlockScreen } from '#features/account/screens/resend-unlock-screen.tsx'
import { ResetPasswordScreen } from '#features/account/screens/reset-password-screen.tsx'
import { SignUpScreen } from '#features/account/screens/sign-up-screen.tsx'
import { UnlockAccountScreen } from '#features/account/screens/unlock-account-screen.tsx'
import { sendPasswordReset } from '#features/account/requests.ts'
import { createApi } from '#lib/api/client.ts'
import type { Net, NetRequest } from '#lib/api/net.ts'
import { keepTyped } from '#lib/query/typed-forms.ts'
import type { Services, SessionServices } from '#lib/query/services.ts'
import { user } from '../support/account.ts'
import { newDatabaseName } from '../support/device.ts'
import { fill, find, press, say, setMedia, show, type, until } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

/** Every form of an account with every kind of answer: what it shows while it is being sent, refused and accepted. */

vi.mock('#shared/forms/human-check.tsx', () => ({
  HumanCheck: ({ onAnswer }: { onAnswer: (answer: string) => void }) => (
    <input type="checkbox" aria-label="human" onChange={() => onAnswer('proof')} />
  ),
}))

let inView: Element[] = []
/** The element that got the focus last, and the options of that call. */
let focused: [Element, FocusOptions | undefined] | undefined
const { focus } = HTMLElement.prototype
beforeEach(() => {
  setMedia({ 'min-width': true })
  sessionStorage.clear()
  inView = []
  Element.prototype.scrollIntoView = function (this: Element) {
    inView.push(this)
  }
  HTMLElement.prototype.focus = function (this: HTMLElement, options) {
    focused = [this, options]
    focus.call(this, options)
  }
})

/** Unmounts the page: the next one starts from nothing. */
let leave: () => Promise<void>
const open = async (page: ReactNode): Promise<void> => {
  const { again } = await show(page)
  leave = () => again(null)
}

type Answer = { status: number; json: unknown }

/** A server that answers only when the test says so. */
class AskedNet implements Net {
  calls: string[] = []
  answer: ((answer: Answer) => void) | undefined
  async send({ url }: NetRequest) {
    this.calls.push(new URL(url, 'https://tavola.example').pathname.replace('/api', ''))
    const { status, json } = await new Promise<Answer>((resolve) => (this.answer = resolve))
    return {
      status,
      header: (name: string) => (name === 'content-type' ? 'application/json' : null),
      text: JSON.stringify(json),
    }
  }
}
const refusal = (...messages: string[]): Answer => ({
  status: 422,
  json: {
    message: 'All of it is wrong.',
    code: 'bad_request',
    errors: messages.map((message) => ({ message })),
  },
})

const field = (label: string) => find<HTMLInputElement>('input', label)
const alerts = () => [...document.querySelectorAll('[role=alert] p')].map((one) => one.textContent)
const submit = () => say(find('form'), new Event('submit', { bubbles: true, cancelable: true }))
const sender = () => find<HTMLButtonElement>('form button[type=submit]')

async function fillSignUp(): Promise<void> {
  for (const name of ['EMAIL', 'EMAIL CONFIRMATION']) await fill(field(name), 'ada@example.com')
  for (const name of ['PASSWORD', 'CONFIRM PASSWORD']) await fill(field(name), 'A long enough one 1')
  await fill(field('FIRST NAME'), 'Ada')
  await fill(field('LAST NAME'), 'Guest')
  await type(field('PHONE'), '2125550188')
  await type(find<HTMLInputElement>('input[name=dob]'), '04171986')
  await press(field('human'))
}
const fillEmail = () => fill(field('EMAIL'), 'ada@example.com')
async function fillPasswords(): Promise<void> {
  await fill(field('NEW PASSWORD'), 'A long enough one 1')
  await fill(field('CONFIRM PASSWORD'), 'A long enough one 1')
}

type Form = {
  name: string
  screen: ReactNode
  path: string
  write: () => Promise<void>
  /** Edits a field after a refusal. */
  edit: () => Promise<void>
  done: object
  words: string
  way: string
}
const said = { status: 'The status says so.', message: 'The message says so.' }
const forms: Form[] = [
  {
    name: 'sign up',
    screen: <SignUpScreen />,
    path: '/auth/register',
    write: fillSignUp,
    edit: () => fill(field('LAST NAME'), 'Marsh'),
    done: said,
    words: said.status,
    way: '/login',
  },
  {
    name: 'forgot password',
    screen: <ForgotPasswordScreen />,
    path: '/user/sendpasswordreset',
    write: fillEmail,
    edit: () => fill(field('EMAIL'), 'bea@example.com'),
    done: said,
    words: said.status,
    way: '/login',
  },
  {
    name: 'reset password',
    screen: <ResetPasswordScreen />,
    path: '/user/resetpassword',
    write: fillPasswords,
    edit: () => fill(field('NEW PASSWORD'), 'Another long one 2'),
    done: said,
    words: said.status,
    way: '/login',
  },
  {
    name: 'resend unlock',
    screen: <ResendUnlockScreen />,
    path: '/auth/resendunlock',
    write: fillEmail,
    edit: () => fill(field('EMAIL'), 'bea@example.com'),
    done: said,
    words: said.message,
    way: '/',
  },
  {
    name: 'unlock',
    screen: <UnlockAccountScreen />,
    path: '/auth/resendunlock',
    write: fillEmail,
    edit: () => fill(field('EMAIL'), 'bea@example.com'),
    done: said,
    words: said.message,
    way: '/login',
  },
]

const openForm = async (screen: ReactNode, at = '/form') => {
  const net = new AskedNet()
  const db = await openDatabase(newDatabaseName())
  onTestFinished(() => db.close())
  await open(sitePage({ '/form': () => screen }, { net, at, services: { db } }).page)
  return net
}
const answerWith = async (net: AskedNet, answer: Answer): Promise<void> => {
  await until(() => expect(net.answer).toBeDefined())
  await act(async () => net.answer!(answer))
  net.answer = undefined
}

describe.each(forms)('the form to $name', ({ screen, path, write, edit, done, words, way }) => {
  it('says that it is being sent, keeps the input when it is refused, and clears the refusal at the next key @ST-41 @ER-07', async () => {
    const net = await openForm(screen)
    await until(() => find('form'))
    await write()
    const written = [...document.querySelectorAll('input')].map((one) => one.value)
    await submit()
    await until(() => expect(sender().textContent).toBe('SENDING…'))
    // A browser takes the focus from a disabled button; jsdom does not.
    expect([sender().disabled, sender().getAttribute('aria-disabled')]).toEqual([false, 'true'])
    await press(sender())
    await answerWith(net, refusal('First this.', 'Then that.'))
    await until(() => expect(alerts()).toEqual(['First this.', 'Then that.']))
    expect(find('[role=alert] strong').textContent).toBe('There were some errors with your submission')
    expect([...document.querySelectorAll('input')].map((one) => one.value)).toEqual(written)
    expect(sender().textContent).not.toBe('SENDING…')
    await edit()
    await until(() => expect(alerts()).toEqual([]))
    expect(net.calls).toEqual([path])
  })

  it('is sent once by two presses in one moment', async () => {
    const net = await openForm(screen)
    await until(() => find('form'))
    await write()
    await act(async () => {
      for (const _ of ['once', 'twice'])
        find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    })
    await answerWith(net, refusal('Not this.'))
    await until(() => expect(alerts()).toEqual(['Not this.']))
    expect(net.calls).toEqual([path])
    // A later press is sent again.
    if (document.querySelector('input[aria-label=human]')) await press(field('human'))
    await submit()
    await until(() => expect(net.calls).toEqual([path, path]))
  })

  it('clears the refusal when it is sent again, shows the message when there is no list, and then the success @ST-41 @ER-07', async () => {
    const net = await openForm(screen)
    await until(() => find('form'))
    await write()
    await submit()
    await answerWith(net, refusal())
    await until(() => expect(alerts()).toEqual(['All of it is wrong.']))
    if (document.querySelector('input[aria-label=human]')) await press(field('human'))
    await submit()
    await until(() => expect([net.calls.length, alerts()]).toEqual([2, []]))
    await answerWith(net, { status: 200, json: done })
    await until(() => expect(find('[role=status] strong').textContent).toBe('Success!'))
    expect(find('[role=status] p').textContent).toBe(words)
    expect(document.querySelector('form')).toBeNull()
    expect(find('[role=status] a').getAttribute('href')).toBe(way)
    // The pressed button is gone with the form.
    expect(document.activeElement?.contains(find('[role=status] strong'))).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
    expect(inView).toContain(find('[role=status]'))
  })
})

it.each([
  ['forgot password', <ForgotPasswordScreen key="forgot" />, '/user/sendpasswordreset'],
  ['resend unlock', <ResendUnlockScreen key="resend" />, '/auth/resendunlock'],
])('the form to %s names the address that was emailed, and emails again', async (_name, screen, path) => {
  const net = await openForm(screen)
  await until(() => find('form'))
  await fill(field('EMAIL'), ' ada@example.com ')
  await submit()
  await answerWith(net, { status: 200, json: said })
  await until(() => expect(document.body.textContent).toContain('You entered ada@example.com.'))
  await press(find('button', 'SEND AGAIN'))
  await answerWith(net, { status: 200, json: { status: 'Sent once more.', message: 'Sent once more.' } })
  await until(() => expect(document.body.textContent).toContain('Sent once more.'))
  expect(net.calls).toEqual([path, path])
})

describe('signing up', () => {
  const problem = (label: string | RegExp) => {
    const described = find<HTMLInputElement>('input', label).getAttribute('aria-describedby') ?? ''
    return described
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
  }

  it('reports everything that is wrong at once, each at its field, and sends nothing', async () => {
    const net = await openForm(<SignUpScreen />)
    await until(() => find('form'))
    await fillSignUp()
    await fill(field('EMAIL CONFIRMATION'), 'ada@example.org')
    await fill(field('PASSWORD'), 'short')
    await fill(find<HTMLInputElement>('input', 'PHONE'), '+65 9123 4567')
    await submit()
    await until(() => expect(problem('EMAIL CONFIRMATION')).toContain('must match'))
    expect(problem('PASSWORD')).toContain('at least 10 characters')
    expect(problem('CONFIRM PASSWORD')).toContain('must match')
    expect(problem('PHONE')).toContain('Please enter a US phone number')
    expect(document.activeElement).toBe(field('EMAIL CONFIRMATION'))
    await fill(field('EMAIL CONFIRMATION'), 'ada@example.com')
    await until(() => expect(problem('EMAIL CONFIRMATION')).not.toContain('must match'))
    expect(net.calls).toEqual([])
  })

  it('keeps the verification when a field was refused, and asks for another when it was refused itself', async () => {
    const net = await openForm(<SignUpScreen />)
    await until(() => find('form'))
    await fillSignUp()
    const refuse = async (name: string) => {
      await submit()
      const errors = [{ field: name, message: 'Not this.' }]
      await answerWith(net, { status: 422, json: { message: 'Not this.', code: 'bad_request', errors } })
      await until(() => expect(alerts()).toEqual(['Not this.']))
    }
    await refuse('last_name')
    expect(sender().disabled).toBe(false)
    sender().focus()
    await refuse('recaptcha_confirmation')
    expect(sender().disabled).toBe(true)
    expect(document.activeElement).toBe(field('human'))
  })

  it('restores what was typed after a reload, without passwords, until the account is created', async () => {
    await openForm(<SignUpScreen />)
    await until(() => find('form'))
    await fillSignUp()
    await leave()
    const net = await openForm(<SignUpScreen />)
    await until(() => expect(field('EMAIL').value).toBe('ada@example.com'))
    expect(field('PHONE').value).toBe('(212) 555-0188')
    expect(find<HTMLInputElement>('input[name=dob]').value).toBe('04/17/1986')
    expect([field('PASSWORD').value, field('CONFIRM PASSWORD').value]).toEqual(['', ''])
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('A long enough one')
    for (const name of ['PASSWORD', 'CONFIRM PASSWORD']) await fill(field(name), 'A long enough one 1')
    await press(field('human'))
    await submit()
    await answerWith(net, { status: 200, json: said })
    await until(() => expect(document.body.textContent).toContain('You entered ada@example.com.'))
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('ada@example.com')
    await press(find('button', 'SEND AGAIN'))
    await answerWith(net, { status: 200, json: { message: 'Sent once more.' } })
    await until(() => expect(document.body.textContent).toContain('Sent once more.'))
    expect(net.calls).toEqual(['/auth/register', '/auth/resendunlock'])
  })
})

it('unlocking submits itself when the link has a token, and shows the answer’s message @ST-41 @ER-07', async () => {
  const net = await openForm(<UnlockAccountScreen />, '/form?token=0012')
  await until(() => expect(find('[role=status]').textContent).toBe('Opening your account'))
  expect(document.querySelector('form')).toBeNull()
  await answerWith(net, { status: 200, json: said })
  await until(() => expect(find('[role=status] p').textContent).toBe(said.message))
  expect(net.calls).toEqual(['/auth/unlock'])
})

it('unlocking that is refused with status 200 says so and offers to send another link @ST-41 @ER-07', async () => {
  const net = await openForm(<UnlockAccountScreen />, '/form?token=0012')
  await answerWith(net, { status: 200, json: { errors: ['This link is too old.'], message: said.message } })
  await until(() =>
    expect(alerts()).toEqual(['This link is too old.', 'Already used it? You may be able to sign in: LOGIN']),
  )
  expect(document.querySelector('[role=status]')).toBeNull()
  expect(find('button', 'RESEND UNLOCK CODE')).toBeDefined()
})

describe('the details of an account', () => {
  type Outcome = Awaited<ReturnType<Services['outcomeOf']>>
  const openAccount = async (outcome: Outcome, session: Partial<SessionServices> = {}, first = 'button') => {
    const ada = {
      ...user(),
      dob: '02/29/1980',
      phone: '2125550147',
      address: '1 Main Street',
      city: 'New York',
      state: 'NY',
      zip: '10011',
    }
    const net = new AskedNet()
    const services: Partial<Services> = {
      readTransactions: () => new Promise<never>(() => undefined),
      saveUser: async () => 'op',
      outcomeOf: async () => outcome,
      dismissUserRefusal: async () => undefined,
      session: session as SessionServices,
    }
    const plain = siteCopy()
    const copy = { ...plain, location: { ...plain.location, api_extensions: ['own_data'] } }
    await open(
      sitePage({ '/account': () => <AccountScreen /> }, { at: '/account', user: ada, net, services, copy })
        .page,
    )
    await until(() => (first === 'form' ? find('form') : find('button', 'EDIT')))
    return net
  }

  it('stay open for editing, as they were typed, when the server refuses them @ST-40', async () => {
    await openAccount({ state: 'refused', messages: ['Please enter a valid phone number'] })
    await press(find('button', 'EDIT'))
    await fill(field('First name'), 'Grace')
    await submit()
    await until(() => expect(alerts()).toEqual(['Please enter a valid phone number']))
    expect(find('form h2').textContent).toBe('Edit my details')
    expect(field('First name').value).toBe('Grace')
  })

  const signedOut = {
    status: 401,
    json: { message: 'Please sign in again.', code: 'unauthorized', errors: [] },
  }

  it('are not said to be deleted where the first try was refused', async () => {
    const left: unknown[] = []
    const signOut = async (losing: unknown) => left.push(losing) > 0
    const net = await openAccount({ state: 'sent' }, { signOut })
    await press(await until(() => find('button', 'DELETE MY ACCOUNT')))
    await fill(find('input[name=password]'), 'A long enough one 1')
    await submit()
    await answerWith(net, signedOut)
    await until(() => expect(alerts()).toEqual(['Please sign in again.']))
    // Other answers in between, after the lost one.
    for (const answer of [
      { status: 502, json: {} },
      { status: 401, json: {} },
    ]) {
      net.answer = undefined
      await submit()
      await answerWith(net, answer)
      await until(() => expect(find('button', 'DELETE FOR GOOD')).toBeTruthy())
    }
    expect(left).toEqual([])
    net.answer = undefined
    await submit()
    await answerWith(net, signedOut)
    await until(() => expect([document.body.textContent, left]).toEqual(['somewhere else', ['anything']]))
  })

  it('are there again as typed after a look at another page, until they are saved or cancelled (P12)', async () => {
    await openAccount({ state: 'sent' })
    await press(find('button', 'EDIT'))
    await fill(field('First name'), 'Grace')
    const comeBack = async () => {
      await leave()
      await openAccount({ state: 'sent' }, {}, 'form')
    }
    await comeBack()
    expect([field('First name').value, field('City').value]).toEqual(['Grace', 'New York'])
    await press(find('button', 'CANCEL'))
    await press(await until(() => find('button', 'EDIT')))
    expect(field('First name').value).toBe('Ada')
    await fill(field('First name'), 'Grace')
    await submit()
    await until(() => expect(find('[role=status] p').textContent).toBe('Your details are up to date.'))
    await press(find('button', 'EDIT'))
    expect(field('First name').value).toBe('Ada')
  })

  it('of somebody else are not filled with what was typed, and the form does not open', async () => {
    keepTyped('account', { email: 'bea@example.com', first_name: 'Bea' })
    await openAccount({ state: 'sent' })
    expect(document.querySelector('form')).toBeNull()
    await press(find('button', 'EDIT'))
    expect(field('First name').value).toBe('Ada')
  })

  it('are closed when they are saved @ST-40', async () => {
    await openAccount({ state: 'sent' })
    await press(find('button', 'EDIT'))
    await submit()
    const banner = await until(() => find('[role=status]', /Your details are up to date\.$/))
    expect(document.querySelector('form')).toBeNull()
    // Announced once, and scrolled into view: the form was longer than a phone's screen.
    expect(banner.parentElement!.closest('[role=status]')).toBeNull()
    expect(inView.at(-1)).toBe(banner)
    expect(focused?.[0]).toBe(banner)
    expect(focused?.[1]).toEqual({ preventScroll: true })
  })

  it('stay open for another try when the server refuses a new password @ST-40', async () => {
    const net = await openAccount({ state: 'sent' })
    await press(find('button', 'CHANGE PASSWORD'))
    await fill(field('Current password'), 'not the one')
    for (const name of ['New password', 'Confirm new password'])
      await fill(field(name), 'A long enough one 1')
    net.answer = undefined
    await submit()
    await answerWith(net, refusal('The current password is not right.'))
    await until(() => expect(alerts()).toEqual(['The current password is not right.']))
    expect(find('form h2').textContent).toBe('Change my password')
  })
})

it('a password link is requested for the merchant’s admin address, whatever its host @AU-16', async () => {
  const bodies: unknown[] = []
  const net: Net = {
    async send({ body }) {
      bodies.push(JSON.parse(body ?? 'null'))
      return { status: 200, header: () => 'application/json', text: JSON.stringify(said) }
    },
  }
  const services = {
    api: createApi({ net, base: '/api', locationId: 'tavola-nyc' }),
  } as Partial<Services> as Services
  const place = { organizationId: 'org', locationId: 'tavola-nyc', adminURL: 'https://office.example' }
  await sendPasswordReset(services, ' ada@example.com ', place, 'key-1')
  expect(bodies).toEqual([
    { email: 'ada@example.com', destination: 'https://office.example/resetpassword', organization_id: 'org' },
  ])
})

it('an account that is unlocked while its user looks at another page leaves that page as it is', async () => {
  const db = await openDatabase(newDatabaseName())
  onTestFinished(() => db.close())
  const net = new AskedNet()
  const routes = { '/form': () => <UnlockAccountScreen /> }
  const { page, router } = sitePage(routes, { net, at: '/form?token=0012', services: { db } })
  await open(page)
  await until(() => expect(net.answer).toBeDefined())
  await act(async () => await router.navigate({ href: '/order?q=pizza' }))
  await answerWith(net, { status: 200, json: { message: 'Your account is ready. Please sign in.' } })
  await until(() => expect(find('p').textContent).toBe('somewhere else'))
  const { href, state } = router.state.location
  expect([href, state.accountOpened]).toEqual(['/order?q=pizza', undefined])
})

it('an account that a link has opened is still open after a reload, and is called no unlocking', async () => {
  const db = await openDatabase(newDatabaseName())
  onTestFinished(() => db.close())
  const net = new AskedNet()
  const routes = { '/form': () => <UnlockAccountScreen /> }
  const opened = sitePage(routes, { net, at: '/form?token=0012', services: { db } })
  await open(opened.page)
  await answerWith(net, { status: 200, json: { message: 'Your account is ready. Please sign in.' } })
  await until(() => expect(find('h1').textContent).toBe('YOUR ACCOUNT'))
  await until(() => expect(opened.router.state.location.state.accountOpened).toBeDefined())
  const { href, state } = opened.router.state.location
  await leave()
  const reloaded = sitePage(routes, { net, at: '/', services: { db } })
  await reloaded.router.navigate({ href, state: { ...state } })
  await open(reloaded.page)
  await until(() =>
    expect(find('[role=status] p').textContent).toBe('Your account is ready. Please sign in.'),
  )
  expect(net.calls).toEqual(['/auth/unlock'])
})
