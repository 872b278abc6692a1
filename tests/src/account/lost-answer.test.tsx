// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { DeleteAccount } from '#features/account/components/delete-account.tsx'
import { PasswordChange } from '#features/account/components/password-change.tsx'
import { SessionList } from '#features/account/components/session-list.tsx'
import type { Net, NetRequest } from '#lib/api/net.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { lostAnswerText } from '#lib/errors/explain.ts'
import { user } from '../support/account.ts'
import { fill, find, press, setMedia, show, until } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

/** Changes of an account that the server made, and whose answers were lost. */

beforeEach(() => {
  setMedia({})
  Element.prototype.scrollIntoView = () => undefined
})

const ada = user()
const none = (): void => undefined
const signedOut = { message: 'Please sign in again.', code: 'unauthorized', errors: [] }
const entry = (id: string, device: string) => ({
  id,
  device,
  signed_in_at: '2026-11-20T12:00:00Z',
  last_seen_at: '2026-11-20T12:00:00Z',
  current: id === 'here',
})

/** Makes each change, and loses the answer. */
class LosingNet implements Net {
  changes: string[] = []
  isThere = true
  does = true
  sessions = [entry('here', 'Chrome on Linux'), entry('phone', 'Safari on iPhone')]

  async send({ method, url }: NetRequest) {
    const [status, json] = this.#answer(method, url)
    return { status, header: () => 'application/json', text: JSON.stringify(json) }
  }

  #answer(method: string, url: string): [number, unknown] {
    if (method === 'GET' && url.endsWith('/user/sessions')) return [200, { sessions: this.sessions }]
    if (method === 'GET' && url.endsWith('/user'))
      return this.isThere ? [200, { user: ada }] : [401, signedOut]
    if (method === 'GET') return [200, {}]
    this.changes.push(url)
    if (this.does) {
      this.sessions = this.sessions.filter(({ id }) => !url.endsWith(`/${id}`))
      this.isThere &&= !url.endsWith('/user/delete')
    }
    throw new AppError('timeout', 'no answer')
  }
}

const open = async (screen: () => React.ReactNode, net = new LosingNet()) => {
  const copy = siteCopy()
  const location = { ...copy.location, api_extensions: ['sessions', 'own_data'] }
  const left: unknown[] = []
  const signOut = async (losing: unknown) => left.push(losing) > 0
  const { page } = sitePage(
    { '/here': screen },
    { at: '/here', user: ada, net, copy: { ...copy, location }, services: { session: { signOut } as never } },
  )
  await show(page)
  return { net, left }
}
const said = () => until(() => find('[role=alert]'))

describe('an account that is deleted', () => {
  const screen = () => <DeleteAccount email={ada.email} hasPassword onCancel={none} />
  const remove = async () => {
    await fill(await until(() => find('input[name=password]')), 'A long enough one 1')
    await press(find('button', 'DELETE FOR GOOD'))
  }

  it('is looked up when the answer was lost: once it is gone, the device is emptied at once', async () => {
    const { net, left } = await open(screen)
    await remove()
    await until(() => expect([document.body.textContent, left]).toEqual(['somewhere else', ['anything']]))
    expect(net.changes).toHaveLength(1)
  })

  it('is said to exist where it does, and nothing is emptied', async () => {
    const net = new LosingNet()
    net.does = false
    const { left } = await open(screen, net)
    await remove()
    await until(() =>
      expect(find('[role=alert]').textContent).toBe(`${lostAnswerText}Your account was still here just now.`),
    )
    expect(left).toEqual([])
  })
})

it('a password whose change got no answer may be in force: a repeat tells, and is safe', async () => {
  await open(() => <PasswordChange email={ada.email} role="member" onCancel={none} onSaved={none} />)
  await fill(await until(() => find('input[name=current_password]')), 'the one of before')
  for (const field of find('form').querySelectorAll<HTMLInputElement>('input[name^=new_password]'))
    await fill(field, 'A long enough one 1')
  await press(find('button', 'UPDATE PASSWORD'))
  expect((await said()).textContent).toBe(
    `${lostAnswerText}Trying again is safe here: if your current password is no longer accepted, the new one is in place.`,
  )
})

describe('another device that is signed out', () => {
  const list = () => <SessionList />

  it('with the same name as this one is counted beside it', async () => {
    const net = new LosingNet()
    net.sessions = [entry('here', 'Chrome on Linux'), entry('before', 'Chrome on Linux')]
    await open(list, net)
    await until(() =>
      expect(find('li').textContent).toContain('This device · 1 other sign-in from this kind of device'),
    )
  })

  it('is said to be signed out once the list that is read again no longer has it', async () => {
    const { net } = await open(list)
    await press(await until(() => find('button', 'SIGN OUT EVERYWHERE ELSE')))
    await until(() => find('[role=status]', 'It went through: signed out.'))
    expect([document.querySelector('[role=alert]'), net.changes.length]).toEqual([null, 1])
    expect(document.activeElement?.textContent).toBe('Where you are signed in')
  })

  it('stays in the list when it was not, and the result is unknown', async () => {
    const net = new LosingNet()
    net.does = false
    await open(list, net)
    await press(await until(() => find('button', 'SIGN OUT EVERYWHERE ELSE')))
    expect((await said()).textContent).toContain(lostAnswerText)
    expect(find('button', 'SIGN OUT EVERYWHERE ELSE')).toBeTruthy()
  })
})
