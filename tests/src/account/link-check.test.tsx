// @vitest-environment jsdom
import type { FunctionComponent } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ResetPasswordScreen } from '#features/account/screens/reset-password-screen.tsx'
import { SignUpScreen } from '#features/account/screens/sign-up-screen.tsx'
import { captureView } from '#lib/paint/kept-view.ts'
import type { Net, NetRequest } from '#lib/api/net.ts'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

const words = 'This link does not work anymore.'

/** Knows one good link, and no form is ever sent to it. */
class LinkNet implements Net {
  calls: { path: string; body: unknown }[] = []
  status: number | undefined
  async send({ url, body }: NetRequest) {
    this.calls.push({ path: url.replace(/^.*\/api/, ''), body: JSON.parse(body ?? 'null') })
    const isGood = (JSON.parse(body ?? '{}') as { token?: string }).token === 'good'
    return {
      status: this.status ?? (isGood ? 200 : 422),
      header: (name: string) => (name === 'content-type' ? 'application/json' : null),
      text: JSON.stringify(
        isGood ? {} : { code: this.status ? 'internal' : 'link_invalid', message: words, errors: [] },
      ),
    }
  }
}

beforeEach(() => setMedia({ 'min-width': true }))

const pages: Record<string, FunctionComponent> = {
  '/signup': () => <SignUpScreen />,
  '/resetpassword': () => <ResetPasswordScreen />,
  '/forgotpassword': () => <p>A new link</p>,
}
const copyOf = (offered: string[], isForAll = true) => ({
  ...siteCopy({ settings: { my_account: { enable: isForAll } } }),
  location: {
    ...siteCopy({ settings: { my_account: { enable: isForAll } } }).location,
    api_extensions: offered,
  },
})
const open = async (at: string, { offered = ['link_check'], isForAll = true, status = 0 } = {}) => {
  const net = new LinkNet()
  if (status) net.status = status
  const { page } = sitePage(pages, { net, at, copy: copyOf(offered, isForAll) })
  await show(page)
  return net
}

describe('a mailed link that no longer works', () => {
  it('leaves no view of its page: a later launch has no link, and begins with the form', async () => {
    await open('/signup?token=used')
    await until(() => find('[role=alert]', new RegExp(words)))
    const root = document.createElement('div')
    root.append(document.createElement('main'))
    root.firstElementChild!.append(document.querySelector('h1')!.parentElement!.cloneNode(true))
    expect(captureView(root)).toBeUndefined()
  })

  it('to a new password says so when its page is opened, with the way to another one and no form', async () => {
    const net = await open('/resetpassword?token=used')
    await until(() => find('[role=alert]', new RegExp(words)))
    expect(net.calls).toEqual([{ path: '/auth/link', body: { token: 'used', purpose: 'reset' } }])
    expect(document.querySelector('form')).toBeNull()
    await press(find('[role=alert] a', 'Ask for a new link'))
    await until(() => find('p', 'A new link'))
  })

  it('of an invitation says so at once, too, and leads to an account without it where guests may have one', async () => {
    const net = await open('/signup?token=used')
    await until(() => find('[role=alert]', new RegExp(words)))
    expect(net.calls).toEqual([{ path: '/auth/link', body: { token: 'used', purpose: 'invite' } }])
    await press(find('[role=alert] a', 'Create an account without it'))
    await until(() => find('form'))
    expect(document.querySelector('[role=alert]')).toBeNull()
  })

  it('of an invitation leads nowhere where only those who are invited may sign up', async () => {
    await open('/signup?token=used', { isForAll: false })
    await until(() => find('[role=alert]', new RegExp(words)))
    expect([...document.querySelectorAll('main a, a')].map((one) => one.textContent)).not.toContain(
      'Create an account without it',
    )
  })
})

it.each([
  ['works', '/resetpassword?token=good', {}, 1],
  ['cannot be asked about', '/resetpassword?token=used', { status: 500 }, 1],
  ['an API without the extension is not asked about', '/signup?token=used', { offered: [] }, 0],
  ['is none', '/signup', {}, 0],
])('a link that %s has its form', async (_, at, options, calls) => {
  const net = await open(at, options)
  await until(() => find('form'))
  await until(() => expect(net.calls).toHaveLength(calls))
  expect(document.querySelector('[role=alert]')).toBeNull()
})
