import { createMemoryHistory } from '@tanstack/react-router'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { findReturnPath } from '#features/account/return-path.ts'
import type { Portal } from '#lib/query/portal-context.tsx'
import { createPortalRouter } from '../../../src/router.tsx'

/** The portal's own routes: only these are allowed as a way back. */
const router = createPortalRouter(
  // No route is loaded here, so the portal is never used.
  { queryClient: new QueryClient(), portal: {} as Portal },
  { basepath: '/', history: createMemoryHistory() },
)

describe('where signing in leads [X3] @ST-04', () => {
  it.each([
    '/',
    '/home',
    '/ordercart',
    '/ordercheckout',
    '/account',
    '/rewards',
    '/menus/dinner',
    '/order/dinner/category/pizza/item/margherita',
  ])('back to a screen of the portal: %s', (path) => {
    expect(findReturnPath(path, router)).toBe(path)
  })

  it.each([
    '//evil.test',
    '/\\evil.test',
    'https:evil.test',
    'https://evil.test/account',
    '/%2f%2fevil.test',
    '/%5cevil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    '/../..//evil.test',
    '/.//evil.test',
    '/account\n//evil.test',
    'account',
    '',
    '/nowhere',
    '/api/user',
    '/ordercart/../nowhere',
  ])('never to %j', (path) => {
    expect(findReturnPath(path, router)).toBeUndefined()
  })

  it.each([
    '/login',
    '/login/',
    '/login?again=1',
    '/signup',
    '/forgotpassword',
    '/resetpassword?token=abc',
    '/unlockaccount',
    '/resendunlock',
  ])('never in a loop: %s', (path) => {
    expect(findReturnPath(path, router)).toBeUndefined()
  })

  it('leaves out the query and fragment, which may contain a token', () => {
    expect(findReturnPath('/rewards?token=secret#top', router)).toBe('/rewards')
    expect(findReturnPath(undefined, router)).toBeUndefined()
  })

  it('keeps which receipt it is, and nothing else', () => {
    const path = '/receipt?type=ticket_order&object_id=ticket-1'
    expect(findReturnPath(`${path}&token=secret#top`, router)).toBe(path)
    expect(findReturnPath('/receipt', router)).toBe('/receipt')
    expect(findReturnPath('/account?type=ticket_order', router)).toBe('/account')
  })

  it.each([
    ['the line that is edited', '/order/dinner/category/pizza/item/margherita?line=line-1'],
    ['what is done with an order', '/ticket/ticket-1?action=checkin'],
  ])('keeps %s, and nothing else', (_what, path) => {
    expect(findReturnPath(`${path}&token=secret&next=%2F%2Fevil.test#top`, router)).toBe(path)
  })

  it('takes no address from a query', () => {
    expect(findReturnPath('/ticket/ticket-1?action=//evil.test', router)).toBe(
      '/ticket/ticket-1?action=%2F%2Fevil.test',
    )
    expect(findReturnPath('/menus?line=line-1&action=checkin', router)).toBe('/menus')
  })
})
