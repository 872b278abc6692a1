// @vitest-environment jsdom
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { UnlockAccountScreen } from '#features/account/screens/unlock-account-screen.tsx'
import type { Net, NetRequest } from '#lib/api/net.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { newDatabaseName } from '../support/device.ts'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { sitePage } from '../support/site.tsx'

/** An email's link that unlocks an account, with the network cut or the link refused. */

beforeEach(() => {
  setMedia({})
  Element.prototype.scrollIntoView = () => undefined
})

class UnlockNet implements Net {
  keys: (string | undefined)[] = []
  answers: ((() => never) | { status: number; json: object })[] = []
  async send({ headers }: NetRequest) {
    this.keys.push(headers['idempotency-key'])
    const next = this.answers.shift()!
    const { status, json } = typeof next === 'function' ? next() : next
    return {
      status,
      header: (name: string) => (name === 'content-type' ? 'application/json' : null),
      text: JSON.stringify(json),
    }
  }
}
const cut = (): never => {
  throw new AppError('offline', 'No answer came.')
}
async function open(net: UnlockNet): Promise<void> {
  const db = await openDatabase(newDatabaseName())
  onTestFinished(() => db.close())
  const { page } = sitePage(
    { '/form': () => <UnlockAccountScreen /> },
    { net, at: '/form?token=0012', services: { db } },
  )
  await show(page)
}

it('a button repeats the same call when the answer to a mailed link is lost (N2)', async () => {
  const net = new UnlockNet()
  net.answers = [cut, { status: 200, json: { status: '', message: 'Your account is ready.' } }]
  await open(net)
  await press(await until(() => find('[role=alert] button', 'Try again')))
  await until(() => expect(find('[role=status] p').textContent).toBe('Your account is ready.'))
  expect(net.keys).toHaveLength(2)
  expect([typeof net.keys[0], net.keys[1]]).toEqual(['string', net.keys[0]])
})

it('a mailed link that is refused is not tried again: another can be requested', async () => {
  const net = new UnlockNet()
  const message = 'This link is too old.'
  net.answers = [{ status: 422, json: { message, code: 'bad_request', errors: [{ message }] } }]
  await open(net)
  await until(() => expect(find('[role=alert] p').textContent).toBe(message))
  expect(document.querySelector('[role=alert] button')).toBeNull()
  expect(find('button', 'RESEND UNLOCK CODE')).toBeDefined()
  // The link may have unlocked the account before, with the answer lost.
  expect(find('[role=alert] a', 'LOGIN').getAttribute('href')).toBe('/login')
})
