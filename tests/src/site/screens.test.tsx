// @vitest-environment jsdom
import { type AnyRoute, createMemoryHistory, createRouter } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { newDeviceScreens } from '#contract/new-device-screens.ts'
import { cardOrderTypes } from '#contract/schemas/card-order.ts'
import { findScreen, screens } from '#contract/screens.ts'
import { findSeo } from '#lib/seo/find-seo.ts'
import { routeTree } from '../../../src/routeTree.gen.ts'
import { siteCopy } from '../support/site.tsx'

/** An example address of a pattern. */
const anAddress = (pattern: string): string =>
  pattern.replace('$type', 'SendText').replaceAll(/\$\w+/g, 'some-id')

/** The address of every route with its own screen, from the router's tree. */
const addresses = Object.values<AnyRoute>(
  createRouter({ routeTree, history: createMemoryHistory() } as never).routesById,
)
  .filter(({ children }) => children === undefined)
  .map(({ fullPath }) => (fullPath === '/' ? '/' : String(fullPath).replace(/\/$/, '')))
  .toSorted()

describe('the addresses of the portal', () => {
  it('are those of its routes: a new route fails until it is listed', () => {
    expect(addresses).toEqual(Object.keys(screens).toSorted())
    expect(addresses.length).toBeGreaterThan(45)
  })

  it('of members alone lead a new device to the sign-in', () => {
    const members = Object.values<AnyRoute>(
      createRouter({ routeTree, history: createMemoryHistory() } as never).routesById,
    )
      .filter(({ id, children }) => children === undefined && String(id).includes('/_user/'))
      .map(({ fullPath }) => String(fullPath).replace(/\/$/, ''))
    const led = Object.entries(newDeviceScreens).filter(([, to]) => to === '/login')
    expect(led.map(([pattern]) => pattern).toSorted()).toEqual(members.toSorted())
  })

  it('are distinguished from unknown ones', () => {
    for (const address of addresses) expect(findScreen(anAddress(address)), address).toBeDefined()
    expect(findScreen('/mycards/card-1/view')?.pattern).toBe('/mycards/$cardId/view')
    // In the forms that the router accepts.
    expect([findScreen('/menus/')?.pattern, findScreen('/LOGIN')?.pattern]).toEqual(['/menus', '/login'])
    for (const path of [
      '/nothing',
      '/menus/dinner/pizza',
      '/order/dinner/category',
      '/mycards/send/Bogus/0',
      '/mycards/Bogus/0',
      '/shell',
    ])
      expect(findScreen(path), path).toBeUndefined()
  })

  it('with the type of a card order in them are known by that type', () => {
    for (const type of cardOrderTypes)
      expect(findScreen(`/mycards/${type}/card-1`)?.pattern, type).toBe('/mycards/$type/$cardId')
    const sent = cardOrderTypes.filter((type) => findScreen(`/mycards/send/${type}/0`) !== undefined)
    expect(sent).toEqual(['SendText', 'SendEmail', 'SendPhysical'])
  })
})

it('a receipt’s address stays as it was written, also where its id is a number', () => {
  const addressOf = (address: string): string => {
    const history = createMemoryHistory({ initialEntries: [address] })
    const router = createRouter({ routeTree, history } as never)
    // The address as the router rewrites it after opening it.
    return router.buildLocation({ to: '.', search: true, _includeValidateSearch: true } as never).href
  }
  for (const address of ['/receipt?type=bogus&object_id=1', '/receipt?type=ticket_order&object_id=a1b2'])
    expect(addressOf(address)).toBe(address)
})

describe('titles of screens', () => {
  const bare = siteCopy({})
  const titleOf = (path: string): string => findSeo(bare, path).title

  it('are the screen’s own, before the restaurant’s', () => {
    const own = addresses.filter((address) => screens[address as keyof typeof screens] !== null)
    const titles = own.map((address) => titleOf(anAddress(address)))
    expect(new Set(titles).size).toBe(own.length)
    expect(titleOf('/privacy')).toBe(`Privacy | ${titleOf('/')}`)
    expect(titleOf('/nothing-here')).toBe(`Page not found | ${titleOf('/')}`)
  })

  it('are the restaurant’s words where it has written some for exactly that path', () => {
    const seo = {
      name: 'seo',
      value: [{ path: '/privacy', title: 'What we know of you', description: 'Little' }],
    }
    const copy = {
      ...bare,
      configurations: [...bare.configurations.filter(({ name }) => name !== 'seo'), seo],
    } as typeof bare
    expect(findSeo(copy, '/privacy')).toEqual({ title: 'What we know of you', description: 'Little' })
  })

  it('are the same with a slash at the address’s end', () => {
    const seo = { name: 'seo', value: [{ path: '/gallery', title: 'Gallery | Bella', description: '' }] }
    const copy = { ...bare, configurations: [seo] } as typeof bare
    for (const path of ['/gallery', '/menus', '/about', '/menus/dinner'])
      expect(findSeo(copy, `${path}/`), path).toEqual(findSeo(copy, path))
    expect(findSeo(copy, '/gallery/').title).toBe('Gallery | Bella')
  })
})
