// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { ForgotPasswordScreen } from '#features/account/screens/forgot-password-screen.tsx'
import { ResendUnlockScreen } from '#features/account/screens/resend-unlock-screen.tsx'
import { ResetPasswordScreen } from '#features/account/screens/reset-password-screen.tsx'
import { UnlockAccountScreen } from '#features/account/screens/unlock-account-screen.tsx'
import type { Net } from '#lib/api/net.ts'
import { newDatabaseName } from '../support/device.ts'
import { fill, find, press, setMedia, show, until } from '../support/screen.tsx'
import { sitePage } from '../support/site.tsx'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

it.each([
  [
    'forgot',
    <ForgotPasswordScreen key="forgot" />,
    { EMAIL: 'nobody at all' },
    '/api/user/sendpasswordreset',
  ],
  ['unlock', <UnlockAccountScreen key="unlock" />, { EMAIL: 'nobody at all' }, '/api/auth/resendunlock'],
  ['resend', <ResendUnlockScreen key="resend" />, { EMAIL: 'nobody at all' }, '/api/auth/resendunlock'],
  [
    'reset',
    <ResetPasswordScreen key="reset" />,
    { 'NEW PASSWORD': 'a', 'CONFIRM PASSWORD': 'b' },
    '/api/user/resetpassword',
  ],
] satisfies [string, ReactNode, Record<string, string>, string][])(
  'the %s form validates nothing: it sends whatever is typed, and shows what the server answers @VA-25 @LO-15',
  async (_name, screen, typed, path) => {
    const calls: { path: string; sent: string }[] = []
    const net: Net = {
      async send({ url, body }) {
        const { pathname, searchParams } = new URL(url, 'https://tavola.example')
        calls.push({ path: pathname, sent: JSON.stringify([...searchParams.values(), body]) })
        const problem = { message: 'Not this.', code: 'bad_request', errors: [] }
        return { status: 422, header: () => 'application/json', text: JSON.stringify(problem) }
      },
    }
    const db = await openDatabase(newDatabaseName())
    onTestFinished(() => db.close())
    await show(sitePage({ '/form': () => screen }, { net, at: '/form', services: { db } }).page)
    await until(() => find('form'))
    for (const [label, text] of Object.entries(typed))
      await fill(find<HTMLInputElement>('input', label), text)
    // A press, in whose way the browser's own checks of a form would be, too.
    await press(find('form button[type=submit]'))
    await until(() => expect(find('[role=alert]').textContent).toContain('Not this.'))
    expect(calls.map((call) => call.path)).toEqual([path])
    for (const text of Object.values(typed)) expect(calls[0]!.sent).toContain(text)
  },
)
