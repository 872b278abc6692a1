// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { AdminNet, adminPage } from '../support/admin.tsx'
import { choose, fill, find, press, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  // jsdom cannot scroll.
})

const stale = (ways: readonly string[] = ['password']) => {
  const message = 'Please confirm that it’s you to continue.'
  return { status: 403, json: { errors: [{ message }], message, code: 'step_up_required', ways } }
}

/** A restaurant that asks for a step-up; this many `wrong` passwords are refused first. */
class AskingNet extends AdminNet {
  #shown = false
  wrong = 0
  ways: readonly string[] = ['password']
  override trouble = () => {
    const { method, url, body } = this.calls.at(-1)!
    if (method === 'PUT' && url.startsWith('/api/staff/people') && !this.#shown) return stale(this.ways)
    if (url !== '/api/user/stepup') return undefined
    if (this.wrong-- > 0) {
      const message = 'The current password is not right.'
      return {
        status: 422,
        json: { errors: [{ field: 'password', message }], message, code: 'credentials_invalid' },
      }
    }
    this.#shown = (body as { proof: { kind: string } }).proof.kind === 'password'
    return undefined
  }
}

const changes = (net: AdminNet) => net.calls.filter(({ method }) => method !== 'GET')
const roles = (net: AdminNet) => changes(net).filter(({ method }) => method === 'PUT')
const dialog = () => document.querySelector('dialog[open]')

async function changeRole(net: AdminNet): Promise<void> {
  await show(adminPage(net, { at: '/admin?view=people' }).page)
  await chooseManager()
}
async function chooseManager(): Promise<void> {
  await choose(
    await until(() => find<HTMLSelectElement>('select[aria-label="Role of Coco Herb"]')),
    'manager',
  )
  await press(find('button', 'Change the role of Coco Herb'))
  await press(find('dialog button', 'CHANGE TO MANAGER'))
}
const password = () => until(() => find<HTMLInputElement>('dialog input[name=password]'))

describe('step-up before a call that moves money or permissions', () => {
  it('asks for the password once, then sends the very same call under the same key', async () => {
    const net = new AskingNet()
    net.wrong = 1
    await changeRole(net)
    await until(() => expect(document.activeElement).toBe(find('dialog input[name=password]')))
    await fill(await password(), 'not that')
    await press(find('dialog button[type=submit]', 'CONTINUE'))
    await until(() => expect(document.body.textContent).toContain('The current password is not right.'))
    await fill(await password(), 'seven green lanterns')
    await press(find('dialog button[type=submit]', 'CONTINUE'))
    await until(() => expect(roles(net)).toHaveLength(2))
    const [first, second] = roles(net)
    expect(second).toEqual(first)
    await until(() => expect(dialog()).toBeNull())
    expect(changes(net).map(({ url }) => url)).toEqual([
      '/api/staff/people/u2',
      '/api/user/stepup/begin',
      '/api/user/stepup',
      '/api/user/stepup',
      '/api/staff/people/u2',
    ])
    expect(changes(net)[3]).toMatchObject({
      body: {
        challenge: 'challenge-of-16-letters',
        proof: { kind: 'password', password: 'seven green lanterns' },
      },
    })
    expect(document.querySelector('[role=alert]')).toBeNull()
  })

  it('abandoned, leaves everything as it was, and asks again at the next try', async () => {
    const net = new AskingNet()
    await changeRole(net)
    await password()
    await press(find('dialog button', 'CANCEL'))
    await until(() => expect(dialog()).toBeNull())
    expect(roles(net)).toHaveLength(1)
    expect(document.querySelector('[role=alert]')).toBeNull()
    expect(find<HTMLSelectElement>('select[aria-label="Role of Coco Herb"]').value).toBe('kitchen')
    await chooseManager()
    await password()
    expect(new Set(roles(net).map(({ key }) => key)).size).toBe(2)
  })

  it('says what to do where the phone with the second factor is lost, and nothing of it where the password will do', async () => {
    const lost = 'Lost your phone? An owner can reset your two-step verification.'
    const net = new AskingNet()
    net.proofs = ['totp']
    await changeRole(net)
    await until(() => find('dialog input[name=one-time-code]'))
    expect(dialog()?.textContent).toContain(lost)
    await press(find('dialog button', 'CANCEL'))
    net.proofs = ['password']
    await chooseManager()
    await password()
    expect(dialog()?.textContent).not.toContain(lost)
  })

  it('leads a person without a factor to set one up', async () => {
    const net = new AskingNet()
    net.ways = ['set_up']
    await changeRole(net)
    await until(() => expect(dialog()?.textContent).toContain('Please set it up under “Sign-in security”'))
    expect(changes(net)).toHaveLength(1)
    await press(find('dialog a', 'SET IT UP'))
    await until(() => expect(find('h2', 'Sign-in security')).toBeTruthy())
    expect(dialog()).toBeNull()
  })

  it('says to sign in again when there is nothing else', async () => {
    const net = new AskingNet()
    net.ways = ['sign_in']
    await changeRole(net)
    await until(() => expect(dialog()?.textContent).toContain('This account has no password.'))
  })

  it('says that there is no answer, and asks again', async () => {
    const net = new AskingNet()
    const { trouble } = net
    let away = true
    net.trouble = () =>
      away && net.calls.at(-1)!.url === '/api/user/stepup/begin' ? ('offline' as never) : trouble()
    await changeRole(net)
    await until(() => expect(dialog()?.textContent).toContain('You’re offline.'))
    away = false
    await press(find('dialog button', 'Try again'))
    await password()
  })
})
