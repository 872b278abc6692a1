// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { keepPreviousPath } from '#lib/query/session-marks.ts'
import { createSessionStore, type SessionState } from '#lib/query/session-store.ts'
import { rememberReturnPath } from '../../../src/launch/return-path.ts'

beforeEach(() => sessionStorage.clear())

/** A portal with a few screens, of which /account is for members only, with the portal's own guards. */
async function open(at: string, state: SessionState = { state: 'guest' }) {
  const session = createSessionStore()
  session.set(state)
  const root = createRootRoute()
  const plain = ['/', '/menus', '/ordercart', '/login', '/signup', '/forgotpassword'].map((path) =>
    createRoute({ getParentRoute: () => root, path }),
  )
  const guarded = createRoute({
    getParentRoute: () => root,
    path: '/account',
    beforeLoad({ location }) {
      keepPreviousPath(location.pathname)
      throw redirect({ to: '/login' as never, replace: true, state: { from: location.pathname } as never })
    },
  })
  const router = createRouter({
    routeTree: root.addChildren([...plain, guarded]),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  rememberReturnPath(router, session)
  await router.load()
  return {
    go: (to: string) => router.navigate({ to: to as never }),
    session,
    at: () => router.state.location.pathname,
  }
}
const kept = () => sessionStorage.getItem('previouspath')

describe('the way back after signing in', () => {
  it.each(['/login', '/signup'])(
    'leads to where somebody was when they went to %s, by whatever link @LO-05',
    async (to) => {
      const { go } = await open('/ordercart')
      await go(to)
      expect(kept()).toBe('/ordercart')
    },
  )

  it('includes which receipt, line or order was shown', async () => {
    const { go } = await open('/ordercart?line=line-1')
    await go('/login')
    expect(kept()).toBe('/ordercart?line=line-1')
  })

  it('lasts over all screens of signing in and signing up @LO-05', async () => {
    const { go } = await open('/ordercart')
    for (const to of ['/login', '/forgotpassword', '/login', '/signup', '/login']) await go(to)
    expect(kept()).toBe('/ordercart')
  })

  it('is the guarded address, and not the screen before it', async () => {
    const { go, at } = await open('/menus')
    await go('/account')
    expect([at(), kept()]).toEqual(['/login', '/account'])
    await go('/signup')
    expect(kept()).toBe('/account')
  })

  it('is forgotten by a person who goes elsewhere without signing in', async () => {
    const { go } = await open('/menus')
    await go('/account')
    await go('/menus')
    expect(kept()).toBeNull()
    await go('/login')
    expect(kept()).toBe('/menus')
  })

  it('is forgotten by a person who opens another address instead of signing in', async () => {
    keepPreviousPath('/account')
    await open('/menus')
    expect(kept()).toBeNull()
  })

  it('is kept for a person who reloads the sign-in', async () => {
    keepPreviousPath('/account')
    await open('/login')
    expect(kept()).toBe('/account')
  })

  it('is nowhere for a member: LOGIN signs out', async () => {
    const { go } = await open('/ordercart', { state: 'user', principal: 'ada', email: 'ada@example.com' })
    await go('/login')
    expect(kept()).toBeNull()
  })
})
