// @vitest-environment jsdom
import type { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { act } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { outlineOf } from '#contract/menu-outline.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { NavigationEntry } from '#contract/schemas/location.ts'
import { LoadingOverlay } from '#features/layout/components/loading-overlay.tsx'
import { Shell } from '#features/layout/screens/shell.tsx'
import { keys } from '#lib/query/keys.ts'
import { type Portal, usePortal } from '#lib/query/portal-context.tsx'
import { createQueryClient } from '#lib/query/query-client.ts'
import type { Services } from '#lib/query/services.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { createTicketStore } from '#lib/query/ticket-store.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import { App } from '../../../src/launch/app.tsx'
import { createPortalRouter } from '../../../src/router.tsx'
import { expectConsole } from '../../setup/strict-console.ts'
import { user } from '../support/account.ts'
import { find, press, setMedia, show, until, leavePage } from '../support/screen.tsx'
import { bookOf, siteCopy, type SiteOptions, sitePage } from '../support/site.tsx'

/** The header, the footer and what else surrounds every page, with the pages' own router. */

beforeEach(() => {
  setMedia({})
})

const navigationOf = (active: NavigationEntry[]): LocationCopy =>
  siteCopy({ settings: { consumer_application_settings: { home_page: { navigation_menu: { active } } } } })
const openShell = async (options: SiteOptions) => {
  await show(sitePage({ '/': () => <Shell>Hello</Shell> }, options).page)
  return await until(() => find('header nav', 'Main'))
}

describe('the navigation', () => {
  const entries: NavigationEntry[] = [
    { name: 'MENUS', link: '/menus' },
    {
      name: 'ABOUT',
      link: '/about',
      sub_links: [
        { name: 'GALLERY', link: '/gallery' },
        { name: 'REWARDS', link: '/rewards', user_required: true },
      ],
    },
    { name: 'MY CARDS', link: '/mycards', user_required: true },
  ]
  /** The links of a list; those of a sublist follow their entry. */
  const linksOf = (place: ParentNode) =>
    [...place.querySelectorAll('a')].map((link) => [
      link.parentElement!.parentElement!.closest('li') ? 'below' : 'entry',
      link.textContent,
      link.getAttribute('href'),
    ])
  const openSidebar = async (): Promise<HTMLElement> => {
    await press(find('button', 'Open menu'))
    // The menu's content is loaded from a separate file.
    await until(() => find('dialog[aria-label=Menu] nav[aria-label=Main]'))
    return find('dialog[aria-label=Menu] nav[aria-label=Main]')
  }

  it('is in the bar and in the sidebar with the links below each entry; a phone has HOME first @LH-01', async () => {
    const bar = await openShell({ copy: navigationOf(entries) })
    const [menus, about, gallery] = [
      ['entry', 'MENUS', '/menus'],
      ['entry', 'ABOUT', '/about'],
      ['below', 'GALLERY', '/gallery'],
    ]
    await until(() => expect(linksOf(bar)).toEqual([menus, about, gallery]))
    expect(linksOf(await openSidebar())).toEqual([['entry', 'HOME', '/'], menus, about, gallery])
  })

  it('the sidebar shows HOME once, where the settings place it @LH-01', async () => {
    await openShell({ copy: navigationOf([entries[0]!, { name: 'HOME', link: '/home' }]) })
    expect(linksOf(await openSidebar())).toEqual([
      ['entry', 'MENUS', '/menus'],
      ['entry', 'HOME', '/home'],
    ])
  })

  it('shows a member the entries for members, also below an entry @LH-01', async () => {
    await openShell({ copy: navigationOf(entries), user: user() })
    await until(() => expect(find('header nav', 'Account').textContent).toContain('MY CARDS'))
    const names = linksOf(await openSidebar()).map(([, name]) => name)
    expect(names.filter((name) => name !== 'SHOW A CARD')).toEqual([
      'HOME',
      'MENUS',
      'ABOUT',
      'GALLERY',
      'REWARDS',
      'MY CARDS',
    ])
  })
})

describe('pulling the page down', () => {
  const pullDown = async (): Promise<void> => {
    const finger = (type: string, y?: number) =>
      act(async () => {
        const touches = y === undefined ? [] : [{ clientX: 100, clientY: y }]
        document.body.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { touches }))
      })
    await finger('touchstart', 20)
    await finger('touchmove', 240)
    await finger('touchend')
  }
  const openFor = async (fingers: number, at = '/') => {
    const reload = vi.fn<() => void>()
    vi.stubGlobal('navigator', { onLine: true, maxTouchPoints: fingers })
    vi.stubGlobal('location', { reload, origin: location.origin, href: location.href })
    onTestFinished(() => void vi.unstubAllGlobals())
    Object.assign(window, { scrollY: 0 })
    await show(sitePage({ [at]: () => <Shell>Hello</Shell> }, { at }).page)
    await until(() => find('header nav', 'Main'))
    return reload
  }
  const isLoaded = () => expect(document.documentElement.style.overscrollBehaviorY).toBe('contain')

  it('reloads it on a touch screen @LH-17', async () => {
    const reload = await openFor(5)
    await until(isLoaded)
    expect(reload).not.toHaveBeenCalled()
    await pullDown()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('does nothing around a checkout, nor with only a mouse @LH-17', async () => {
    const checkout = await openFor(5, '/ordercart')
    await until(isLoaded)
    await pullDown()
    expect(checkout).not.toHaveBeenCalled()
    await leavePage()
    const mouse = await openFor(0)
    await pullDown()
    expect(mouse).not.toHaveBeenCalled()
  })
})

describe('a screen that throws while it is drawn', () => {
  const openMenu = async () => {
    const services = {
      locationId: 'tavola-nyc',
      clock: { now: () => Date.now() },
      readLocation: async () => ({ value: siteCopy(), savedAt: 1 }),
      readBook: async () => ({ value: bookOf(1, 1), savedAt: 1 }),
      inMemory: new Promise(() => undefined),
    } as Partial<Services> as Services
    const theme = { dishes: 'cards', shape: { edge: 'border' } }
    const portal = {
      facts: { label: 'tavola', host: { locationId: 'tavola-nyc', top_bar_style: 'left', theme } },
      load: async () => services,
      tickets: createTicketStore(),
      session: createSessionStore(),
    } as unknown as Portal
    const queryClient = createQueryClient()
    const history = createMemoryHistory({ initialEntries: ['/menus/menu-1'] })
    const router = createPortalRouter({ queryClient, portal }, { basepath: '/', history })
    await router.load()
    await show(<App portal={portal} queryClient={queryClient} router={router} />)
    await until(() => find('main h1', 'Menu 1'))
    return queryClient
  }
  /** Data that no schema would accept. */
  const breakData = async (client: QueryClient, key: readonly string[], value: object): Promise<void> => {
    expectConsole('error', /above error|Cannot read|not valid as a React child/)
    expectConsole('warn', /Error in route match/)
    await act(async () => client.setQueryData(key, { savedAt: 2, value }))
    await until(() =>
      expect(find('[role=alert] h1').textContent).toBe('There was an error in loading this page.'),
    )
    expect(find('a', 'Reload this page')).toBeTruthy()
  }

  it('is replaced by the page that says so, with its details, between the bars @LH-18 @ER-17', async () => {
    const client = await openMenu()
    const menus = [{ ...outlineOf(bookOf(1, 1)).menus[0]!, description: { not: 'words' } }]
    await breakData(client, keys.menus('tavola-nyc', 'browse'), { menus })
    expect(find('main [role=alert] details').textContent).toContain('not valid as a React child')
    expect(find('header nav', 'Main')).toBeTruthy()
  })

  it('is replaced by that page even when it takes the bars with it @LH-18 @ER-17', async () => {
    const client = await openMenu()
    await breakData(client, keys.location('tavola-nyc'), { ...siteCopy(), announcements: undefined })
    expect(find('details').textContent).toContain('Cannot read properties of undefined')
    expect(document.querySelector('header')).toBeNull()
  })
})

describe('data that is fetched again', () => {
  const line = () => document.querySelector('[class*=line][aria-hidden]') !== null

  it('shows a line over the bar while the order or the settings are fetched, and no longer @LH-20', async () => {
    let tellTicket: (watched: undefined) => void = () => undefined
    const tickets = createTicketStore()
    tickets.follow(
      { observeTicket: (listener: typeof tellTicket) => (tellTicket = listener) } as unknown as Services,
      () => undefined,
      viewTicket,
    )
    let answer: () => void = () => undefined
    let isSlow = false
    const readLocation = async () => {
      if (isSlow) await new Promise<void>((resolve) => (answer = resolve))
      return { value: siteCopy(), savedAt: 1 }
    }
    const Page = () => (usePortal().facts ? <LoadingOverlay /> : null)
    const { page, client } = sitePage({ '/': Page }, { tickets, readLocation })
    await show(page)
    await until(() => expect(line()).toBe(true))
    await act(async () => tellTicket(undefined))
    expect(line()).toBe(false)
    isSlow = true
    await act(async () => void client.invalidateQueries({ queryKey: keys.location('tavola-nyc') }))
    await until(() => expect(line()).toBe(true))
    expect(document.querySelector('[role=status]')).toBeNull()
    await act(async () => answer())
    await until(() => expect(line()).toBe(false))
  })
})
