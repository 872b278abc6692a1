// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LoginScreen } from '#features/account/screens/login-screen.tsx'
import { AppError } from '#lib/errors/app-error.ts'
import type { SessionServices } from '#lib/query/services.ts'
import { signedInMeanwhile } from '#lib/session/signed-in-meanwhile.ts'
import { user } from '../support/account.ts'
import { fill, find, press, setMedia, show, until } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

beforeEach(() => {
  setMedia({})
})

const open = async (session: Partial<SessionServices>): Promise<void> => {
  const calls = { isPaying: async () => false, countUnplaced: async () => 0, ...session }
  const services = { session: calls as Partial<SessionServices> as SessionServices }
  await show(sitePage({ '/login': LoginScreen }, { at: '/login', user: user(), services }).page)
}

it('asks again when more would be lost at the sign-out than the member agreed to (U1, U3)', async () => {
  let unsent: string[] = []
  const agreed: (readonly string[] | 'anything')[] = []
  await open({
    listUnsent: async () => unsent,
    async signOut(losing) {
      agreed.push(losing)
      // While this tab waited, another tab's payment got no answer.
      unsent = agreed.length === 1 ? ['a'] : ['b', 'c']
      return unsent.every((id) => losing.includes(id))
    },
  })
  await until(() => expect(find('[role="alertdialog"]').textContent).toMatch(/^One change/))
  await press(find('button', /^DISCARD/))
  await until(() => expect(find('[role="alertdialog"]').textContent).toContain('2 '))
  await press(find('button', /^DISCARD/))
  await until(() => expect(find('button', 'LOGIN')).toBeTruthy())
  expect(agreed).toEqual([[], ['a'], ['b', 'c']])
})

it('stays to be answered when sending could not even be tried', async () => {
  await open({
    listUnsent: async () => ['a', 'b', 'c'],
    sendUnsent: async () => await Promise.reject(new Error('closed')),
  })
  await until(() => expect(find('[role="alertdialog"]').textContent).toContain('3 '))
  await press(find('button', /^SEND/))
  await until(() => expect(find('button', /^SEND/).hasAttribute('disabled')).toBe(false))
  expect(find('[role="alertdialog"]').textContent).toMatch(/3 changes.*There was no answer/)
})

it.each([
  {
    api: 'that gives an open order back',
    extensions: ['open_ticket'],
    says: 'Sign in again, here or on another device',
  },
  { api: 'of the specification alone', extensions: undefined, says: 'it does not come back' },
])('says what happens to an order that is not placed, with an API $api', async ({ extensions, says }) => {
  const calls = { isPaying: async () => false, countUnplaced: async () => 3, listUnsent: async () => [] }
  const services = { session: calls as Partial<SessionServices> as SessionServices }
  const copy = siteCopy()
  const location = { ...copy.location, ...(extensions && { api_extensions: extensions }) }
  const options = { at: '/login', user: user(), services, copy: { ...copy, location } } as const
  await show(sitePage({ '/login': LoginScreen }, options).page)
  await until(() => expect(find('[role="alertdialog"]').textContent).toContain(says))
})

/** Opens the sign-out from the account, with one change that the restaurant has not received. */
async function leaveAccount(session: Partial<SessionServices>): Promise<() => string> {
  const calls = { isPaying: async () => false, countUnplaced: async () => 0, ...session }
  const services = { session: calls as Partial<SessionServices> as SessionServices }
  const screens = { '/login': LoginScreen, '/account': () => null }
  const { page, router } = sitePage(screens, { at: '/account', user: user(), services })
  await show(page)
  await act(async () => await router.navigate({ to: '/login' as never }))
  await until(() => expect(find('[role="alertdialog"]')).toBeTruthy())
  return () => router.state.location.pathname
}

it.each([
  { what: 'changes that were not sent', listUnsent: async () => ['a'], countUnplaced: async () => 0 },
  { what: 'an order that is not placed', listUnsent: async () => [], countUnplaced: async () => 1 },
])(
  'leads back to where a member with $what was, who stays signed in, and signs nobody out (U1)',
  async (calls) => {
    const signOut = vi.fn<SessionServices['signOut']>(async () => true)
    const at = await leaveAccount({ ...calls, signOut })
    await press(find('button', 'STAY SIGNED IN'))
    await until(() => expect(at()).toBe('/account'))
    expect(signOut).not.toHaveBeenCalled()
  },
)

it('sends what was not sent, says so where that fails, and signs out once it has arrived (U1)', async () => {
  const said: string[] = []
  const answers = [['a'], []]
  await leaveAccount({
    listUnsent: async () => ['a'],
    async sendUnsent() {
      said.push('send')
      return answers.shift()!
    },
    async signOut(losing) {
      said.push(`sign out, losing ${losing.length}`)
      return true
    },
  })
  await press(find('button', 'SEND AND SIGN OUT'))
  await until(() => expect(find('[role="alertdialog"]').textContent).toContain('There was no answer.'))
  expect(said).toEqual(['send'])
  await press(find('button', 'SEND AND SIGN OUT'))
  await until(() => expect(find('button', 'LOGIN')).toBeTruthy())
  expect(said).toEqual(['send', 'send', 'sign out, losing 0'])
})

it('says that it failed, and can be tried again', async () => {
  let tries = 0
  await open({
    listUnsent: async () => [],
    async signOut() {
      tries += 1
      return tries > 1 || (await Promise.reject(new Error('the browser refused')))
    },
  })
  await until(() => expect(find('[role="alert"]').textContent).toContain('You are still signed in'))
  await press(find('button', 'Try again'))
  await until(() => expect(find('button', 'LOGIN')).toBeTruthy())
  expect(tries).toBe(2)
})

it('explains the sign-in when the person did not ask for it, and only then (U7)', async () => {
  const { page, router } = sitePage({ '/login': LoginScreen }, { at: '/' })
  await show(page)
  await act(async () => await router.navigate({ to: '/login' as never }))
  await until(() => expect(find('button', 'LOGIN')).toBeTruthy())
  expect(document.body.textContent).not.toContain('You have been signed out')
  await act(async () => await router.navigate({ to: '/login' as never, state: { isSessionOver: true } }))
  await until(() => expect(find('[role="status"]', /You have been signed out/)).toBeTruthy())
})

it('leads back to where the sign-in began, after Facebook as after a password @LO-05', async () => {
  const FB = { init: () => undefined, login: (on: (answer: object) => void) => on({ authResponse }) }
  const authResponse = { accessToken: 'from Facebook' }
  vi.stubGlobal('FB', FB)
  const signIn = vi.fn<SessionServices['signIn']>(async () => undefined)
  const services = { session: { signIn } as Partial<SessionServices> as SessionServices }
  const copy = siteCopy({ configurations: [{ name: 'facebook_id', value: '1234567890' }] })
  const { page, router } = sitePage({ '/login': LoginScreen }, { at: '/', services, copy })
  await show(page)
  await act(async () => await router.navigate({ to: '/login' as never, state: { from: '/rewards' } }))
  await until(() => expect(document.querySelector('script[src*="facebook"]')).toBeTruthy())
  await act(async () => document.querySelector('script[src*="facebook"]')!.dispatchEvent(new Event('load')))
  await until(() => expect(find('button', /FACEBOOK/).hasAttribute('disabled')).toBe(false))
  await press(find('button', /FACEBOOK/))
  await until(() => expect(router.state.location.pathname).toBe('/rewards'))
  expect(signIn).toHaveBeenCalledWith({ kind: 'facebook', ...authResponse })
  vi.unstubAllGlobals()
})

describe('a login form that is open when somebody signs in in another tab', () => {
  it('leads on, as its own sign-in would', async () => {
    const { page, router, session } = sitePage({ '/login': LoginScreen }, { at: '/login' })
    await show(page)
    await until(() => expect(find('button', 'LOGIN')).toBeTruthy())
    await act(async () => session.set({ state: 'user', principal: 'ada', email: 'ada@example.com' }))
    await until(() => expect(router.state.location.pathname).toBe('/'))
  })

  it('and has not noticed it asks the sign-out’s questions, and is shown again after them (U1)', async () => {
    const problem = { errors: [], message: 'Somebody else is here.', code: signedInMeanwhile }
    const calls: string[] = []
    const { page, session } = sitePage(
      { '/login': LoginScreen },
      {
        at: '/login',
        services: {
          session: {
            signIn: async () => await Promise.reject(new AppError('refused', problem.message, { problem })),
            isPaying: async () => false,
            countUnplaced: async () => 0,
            async lookAgain() {
              calls.push('look')
              session.set({ state: 'user', principal: 'ada', email: 'ada@example.com' })
            },
            listUnsent: async () => ['a', 'b'],
            async signOut(losing: readonly string[] | 'anything') {
              calls.push(`out ${String(losing)}`)
              session.set({ state: 'guest' })
              return true
            },
          } as Partial<SessionServices> as SessionServices,
        },
      },
    )
    await show(page)
    await until(() => expect(find('button', 'LOGIN')).toBeTruthy())
    await fill(find('[name=username]'), 'ben@example.com')
    await fill(find('[name=password]'), 'Larder-demo-1')
    await press(find('button', 'LOGIN'))
    await until(() => expect(find('[role="alertdialog"]').textContent).toMatch(/^2 changes/))
    await press(find('button', /^DISCARD/))
    await until(() => expect(find('button', 'LOGIN')).toBeTruthy())
    expect(calls).toEqual(['look', 'out a,b'])
  })
})
