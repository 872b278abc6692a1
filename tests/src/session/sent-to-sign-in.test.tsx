// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { LoginScreen } from '#features/account/screens/login-screen.tsx'
import { createQueryClient } from '#lib/query/query-client.ts'
import { takePreviousPath } from '#lib/query/session-marks.ts'
import { createPageActions } from '../../../src/launch/page-actions.ts'
import { Route as KitRoute } from '../../../src/routes/_kit/_user.tsx'
import { Route as LaunchRoute } from '../../../src/routes/_user.tsx'
import { user } from '../support/account.ts'
import { find, setMedia, show, until } from '../support/screen.tsx'
import { sitePage } from '../support/site.tsx'

beforeEach(() => {
  setMedia({})
})

const guards = {
  '/account': KitRoute.options.component,
  '/mycards': LaunchRoute.options.component,
}

it.each(Object.entries(guards))(
  'on %s, which is for members, a member who is signed out by the restaurant is told so (U7) @ER-03 @ST-04',
  async (at, guard) => {
    const screens = { '/login': LoginScreen, [at]: guard as () => React.ReactNode }
    const { page, router, session } = sitePage(screens, { at, user: user() })
    await show(page)
    await until(() => expect(router.state.location.pathname).toBe(at))
    const actions = createPageActions(createQueryClient(), 'tavola-nyc', session, () => router as never)
    // In the session's own order (lib/session/session.ts): first the way to the login, then the guest state.
    await act(async () => {
      actions.askToSignIn()
      session.set({ state: 'guest' })
    })
    await until(() => expect(find('[role="status"]', /You have been signed out/)).toBeTruthy())
    expect(router.state.location.pathname).toBe('/login')
  },
)

it.each(Object.entries(guards))(
  'on %s, signed out in another tab: the login does not mention it, and leads back @LO-05',
  async (at, guard) => {
    const screens = { '/login': LoginScreen, [at]: guard as () => React.ReactNode }
    const { page, router, session } = sitePage(screens, { at, user: user() })
    await show(page)
    await act(async () => session.set({ state: 'guest' }))
    await until(() => expect(find('button', 'LOGIN')).toBeTruthy())
    expect(document.body.textContent).not.toContain('You have been signed out')
    expect(router.state.location.state).toMatchObject({ from: at })
    expect(takePreviousPath()).toBe(at)
  },
)
