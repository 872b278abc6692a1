// @vitest-environment jsdom
import { act, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { Announcement } from '#contract/schemas/announcement.ts'
import { AdvertisementBanner, findBanner } from '#features/layout/components/advertisement-banner.tsx'
import { ClosedBox } from '#features/layout/components/closed-box.tsx'
import { Footer, isBrief } from '#features/layout/components/footer.tsx'
import { LoadingOverlay } from '#features/layout/components/loading-overlay.tsx'
import { BrokenScreen } from '#features/layout/screens/broken-screen.tsx'
import { Shell } from '#features/layout/screens/shell.tsx'
import { RedirectHome } from '#lib/paint/redirect-to.tsx'
import { pullThreshold, pullTrigger, usePull } from '#features/layout/use-pull.ts'
import { find, press, setMedia, show, until, leavePage } from '../support/screen.tsx'
import { siteCopy, type SiteOptions, sitePage } from '../support/site.tsx'

beforeEach(() => {
  setMedia({})
})

const links = (place: ParentNode) => [...place.querySelectorAll('a')]
const open = async (component: () => React.ReactNode, options: SiteOptions = {}) => {
  await show(sitePage({ [options.at ?? '/']: component }, options).page)
}
const banner: Announcement = {
  type: 'advertisement_banner',
  title: 'Rib Night',
  action: '/order/ribs',
  desktop_banner_one_third: '/d3.webp',
  desktop_banner_one_eighth: '/d8.webp',
  mobile_banner_one_eighth: '/m8.webp',
}

describe('an advertisement banner', () => {
  it('has its pictures for a computer and a phone, the third on the home page and the eighth elsewhere @LH-02 @EN-15', () => {
    expect(findBanner([banner], '/')).toMatchObject({
      height: 'one_third',
      desktop: '/d3.webp',
      mobile: '/d3.webp',
    })
    expect(findBanner([banner], '/menus')).toMatchObject({
      height: 'one_eighth',
      desktop: '/d8.webp',
      mobile: '/m8.webp',
    })
    expect(findBanner([{ ...banner, mobile_banner_one_third: '/m3.webp' }], '/')).toMatchObject({
      desktop: '/d3.webp',
      mobile: '/m3.webp',
    })
    expect(findBanner([{ ...banner, desktop_banner_one_third: '' }], '/home')).toMatchObject({
      height: 'one_eighth',
    })
    expect(findBanner([{ ...banner, type: 'other' }], '/')).toBeUndefined()
    expect(findBanner([{ type: 'advertisement_banner', title: 'Bare' }], '/')).toBeUndefined()
  })

  it('links as a whole to where the announcement does @LH-02', async () => {
    await open(() => <AdvertisementBanner announcements={[banner]} path="/menus" />)
    const [whole, ...others] = links(find('aside', 'Rib Night'))
    expect([whole!.getAttribute('href'), whole!.getAttribute('aria-label'), others.length]).toEqual([
      '/order/ribs',
      'Rib Night',
      0,
    ])
  })

  it('has clickable areas by percent, each a link with a name, to a host outside or a path of the portal @LH-02 @EN-15', async () => {
    const buttons = [
      { width: 30, height: 50, top: 10, left: 5, action: '/order/ribs' },
      {
        width: 20,
        height: 150,
        top: -4,
        left: 60,
        action: '/deals',
        action_is_external: true,
        protocol: 'https',
        hostname: 'partner.example',
      },
      { width: 10, height: 10, top: 0, left: 0, action: 'javascript:alert(1)', action_is_external: true },
      { width: 10, height: 10, top: 0, left: 0, action: '/catering', name: 'Ask for catering' },
    ]
    await open(() => <AdvertisementBanner announcements={[{ ...banner, data: { buttons } }]} path="/" />)
    const areas = links(find('aside', 'Rib Night'))
    expect(
      areas.map((one) => [one.getAttribute('href'), one.getAttribute('aria-label'), one.target]),
    ).toEqual([
      ['/order/ribs', 'Rib Night: ribs', ''],
      ['https://partner.example/deals', 'Rib Night (partner.example)', '_blank'],
      ['/catering', 'Ask for catering', ''],
    ])
    const { top, left, width, height } = areas[0]!.parentElement!.style
    expect([top, left, width, height]).toEqual(['10%', '5%', '30%', '50%'])
    expect([areas[1]!.parentElement!.style.top, areas[1]!.parentElement!.style.height]).toEqual([
      '0%',
      '100%',
    ])
  })
})

describe('the bar', () => {
  it('has a RESERVATION link when an announcement has the id of a table service, and none otherwise @LH-04 @EN-15', async () => {
    const table: Announcement = { type: 'other', title: 'Book', data: { opentable_id: '4242' } }
    await open(() => <Shell>Hello</Shell>, { copy: siteCopy({ announcements: [table] }) })
    const link = await until(() => find<HTMLAnchorElement>('header a', 'RESERVATION'))
    expect([link.href, link.target]).toEqual(['https://www.opentable.com/restref/client/?rid=4242', '_blank'])
    await leavePage()
    await open(() => <Shell>Hello</Shell>)
    await until(() => find('header a', 'LOGIN'))
    expect(document.querySelector('header')!.textContent).not.toContain('RESERVATION')
  })

  it.each([true, false])('has HOME when the settings say so (%s) @EN-09', async (wanted) => {
    const copy = siteCopy({ settings: { home: { show_home_button: wanted } } })
    await open(() => <Shell>Hello</Shell>, { copy })
    await until(() => find('header a', 'LOGIN'))
    const paths = links(find('nav', 'Main'))
      .filter((one) => one.getAttribute('aria-label') === 'HOME')
      .map((one) => one.pathname)
    expect(paths).toEqual(wanted ? ['/'] : [])
  })
})

describe('the closed box', () => {
  const closed: Announcement = {
    type: 'closed',
    title: 'Closed for a wedding',
    data: { body: 'Back on Monday.' },
  }
  const shownAt = async (path: string, enabled: boolean) => {
    const settings = { location_hours: { enable_for_online_order: enabled } }
    const copy = siteCopy({ announcements: [closed], settings })
    await leavePage()
    await open(() => (
      <>
        <ClosedBox copy={copy} path={path} />
        <p>the page</p>
      </>
    ))
    await until(() => expect(document.body.textContent).toContain('the page'))
    return document.body.textContent
  }

  it('is shown where ordering begins and continues, while hours count for online orders @LH-15 @EN-14 @EN-15', async () => {
    for (const path of ['/menus', '/menus/dinner', '/order', '/ordercart', '/ordercheckout']) {
      expect(await shownAt(path, true)).toMatch(/Closed for a wedding.*Back on Monday\./)
      expect(await shownAt(path, false)).toBe('the page')
    }
    for (const path of ['/', '/orders', '/mycards']) expect(await shownAt(path, true)).toBe('the page')
  })

  it('is put away for the visit, until it says something else', async () => {
    const settings = { location_hours: { enable_for_online_order: true } }
    let change: (changes: { title?: string; path?: string }) => void = () => undefined
    function Page() {
      const [{ title, path }, set] = useState({ title: closed.title, path: '/order' })
      change = (changes) => set((before) => ({ ...before, ...changes }))
      return <ClosedBox copy={siteCopy({ announcements: [{ ...closed, title }], settings })} path={path} />
    }
    await open(() => <Page />)
    await press(await until(() => find('button', 'Dismiss')))
    expect(document.body.textContent).toBe('')
    await act(async () => change({ path: '/' }))
    await act(async () => change({ path: '/menus' }))
    expect(document.body.textContent).toBe('')
    await act(async () => change({ title: 'Closed on Sunday' }))
    expect(document.body.textContent).toContain('Closed on Sunday')
  })
})

describe('the footer', () => {
  const all = {
    show_footer: true,
    show_footer_logo: true,
    show_contact_info: true,
    contact_info_text: '1 Main Street, New York',
    show_facebook: true,
    facebook_url: 'https://facebook.example/t',
    show_instagram: true,
    instagram_url: 'https://instagram.example/t',
    show_twitter: true,
    twitter_url: 'https://twitter.example/t',
  }
  const withFooter = (footer: object): LocationCopy =>
    siteCopy({
      settings: { consumer_application_settings: { consumer_portal_footer: footer } },
      configurations: [{ name: 'app_icon', value: 'data:image/svg+xml,x' }],
    })
  const text = () => document.querySelector('footer')?.textContent ?? ''

  it('has the logo, contact text, and links to Facebook, Instagram and Twitter @LH-07 @EN-05 @EN-08', async () => {
    await open(() => <Footer copy={withFooter(all)} />)
    expect(find<HTMLImageElement>('footer img').src).toBe('data:image/svg+xml,x')
    expect(text()).toContain('1 Main Street, New York')
    expect(links(find('ul', 'Follow us')).map((one) => [one.textContent, one.href])).toEqual([
      ['Facebook', 'https://facebook.example/t'],
      ['Instagram', 'https://instagram.example/t'],
      ['Twitter', 'https://twitter.example/t'],
    ])
  })

  it('has only its terms below a dish and at checkout @LH-07', async () => {
    await open(() => <Footer copy={withFooter(all)} brief />)
    expect([...document.querySelectorAll('footer a')].map((one) => one.textContent)).toEqual([
      'Privacy',
      'Terms',
    ])
    expect(document.querySelector('footer')!.textContent).toBe('PrivacyTerms')
  })

  it.each([
    ['/menus/dinner/category/pizza/item/margherita', true],
    ['/order/dinner/category/pizza/item/margherita', true],
    ['/ordercart', true],
    ['/ordercheckout', true],
    ['/cart', true],
    ['/checkout', true],
    ['/sendcard', true],
    ['/mycards/send/SendText/0', true],
    ['/mycards/Purchase/0', true],
    ['/mycards/Reload/7', true],
    ['/', false],
    ['/menus/dinner', false],
    ['/mycards', false],
    ['/mycards/7/view', false],
    ['/about', false],
  ])('is short under %s: %s @LH-07', (path, brief) => {
    expect(isBrief(path)).toBe(brief)
  })

  it('leaves out each part that is switched off, and is missing when it is switched off itself @LH-07 @EN-05 @OV-02', async () => {
    const parts = ['show_footer_logo', 'show_contact_info', 'show_facebook', 'show_instagram', 'show_twitter']
    const seen = [
      'img',
      'p:not([class*=name])',
      'a[href*=facebook]',
      'a[href*=instagram]',
      'a[href*=twitter]',
    ]
    for (const [place, part] of parts.entries()) {
      await leavePage()
      await open(() => <Footer copy={withFooter({ ...all, [part]: false })} />)
      expect(seen.map((selector) => document.querySelector(`footer ${selector}`) !== null)).toEqual(
        seen.map((_, other) => other !== place),
      )
    }
    await leavePage()
    await open(() => <Footer copy={withFooter({ ...all, show_footer: false })} />)
    expect(document.querySelector('footer')).toBeNull()
    await open(() => <Footer copy={withFooter({ ...all, facebook_url: 'javascript:alert(1)' })} />)
    expect(text()).not.toContain('Facebook')
  })

  it('names only the pages that exist @EN-13', async () => {
    const copy = withFooter(all)
    copy.location.settings = { ...copy.location.settings, gallery: { enable: false } }
    await open(() => <Footer copy={copy} />)
    expect(links(find('ul', 'More about us')).map((one) => one.textContent)).toEqual([
      'About',
      'Catering',
      'Privacy',
      'Terms',
    ])
  })
})

describe('pull to refresh', () => {
  const finger = (type: string, ...at: { x?: number; y: number }[]) =>
    act(async () => {
      const touches = at.map(({ x = 100, y }) => ({ clientX: x, clientY: y }))
      document.body.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { touches }))
    })
  const pull = async (from: number, to: number): Promise<void> => {
    await finger('touchstart', { y: from })
    await finger('touchmove', { y: to })
    await finger('touchend')
  }
  const refreshed = vi.fn<() => void>()
  const shares: number[] = []
  const Page = ({ enabled = true }: { enabled?: boolean }) => {
    usePull({ enabled, onPull: (share) => void shares.push(share), onRefresh: refreshed })
    return <dialog>a window</dialog>
  }
  beforeEach(async () => {
    refreshed.mockClear()
    shares.length = 0
    Object.assign(window, { scrollY: 0 })
  })

  it('reloads the page from 200 px on, when the finger began within the top 180 @LH-17', async () => {
    expect([pullThreshold, pullTrigger]).toEqual([200, 180])
    await show(<Page />)
    await pull(20, 219)
    expect(refreshed).not.toHaveBeenCalled()
    await pull(181, 500)
    expect(refreshed).not.toHaveBeenCalled()
    await pull(180, 380)
    expect(refreshed).toHaveBeenCalledOnce()
    expect(shares).toEqual([0.995, 0, 1, 0])
  })

  it('does nothing in a checkout, on a scrolled page, in a dialog over it, sideways, or with two fingers @LH-17', async () => {
    const { again } = await show(<Page enabled={false} />)
    await pull(20, 400)
    await again(<Page />)
    Object.assign(window, { scrollY: 5 })
    await pull(20, 400)
    Object.assign(window, { scrollY: 0 })
    await finger('touchstart', { y: 20 })
    await finger('touchmove', { x: 400, y: 250 })
    await finger('touchend')
    await finger('touchstart', { y: 20 })
    await finger('touchmove', { y: 300 }, { y: 300 })
    await finger('touchend')
    const dialog = document.querySelector('dialog')!
    await act(
      async () =>
        void dialog.dispatchEvent(
          Object.assign(new Event('touchstart', { bubbles: true }), {
            touches: [{ clientX: 9, clientY: 9 }],
          }),
        ),
    )
    await finger('touchmove', { y: 400 })
    await finger('touchend')
    expect(refreshed).not.toHaveBeenCalled()
  })
})

describe('errors, and loading', () => {
  it('a screen that failed says so, with a way to reload it, its details, and links @LH-18 @ER-17', async () => {
    const base = document.head.appendChild(Object.assign(document.createElement('base'), { href: '/' }))
    history.replaceState(null, '', '/menus/dinner?x=1')
    await show(<BrokenScreen error={new Error('dishes is not iterable')} />)
    expect(find('[role=alert] h1').textContent).toBe('There was an error in loading this page.')
    expect(find<HTMLAnchorElement>('a', 'Reload this page').href).toBe(`${location.origin}/menus/dinner?x=1`)
    expect(find('details').textContent).toContain('dishes is not iterable')
    expect(links(document.body).map((one) => one.pathname)).toContain('/ordercart')
    base.remove()
  })

  it('an overlay shows while nothing is known, and never over what the device has stored @LH-20 @ST-43', async () => {
    let answer: (location: unknown) => void = () => undefined
    const made = sitePage({ '/': () => <LoadingOverlay /> })
    const copy = siteCopy()
    await show(made.page)
    await until(() => expect(document.querySelector('[role=status]')).toBeNull())
    await leavePage()
    const waiting = sitePage(
      { '/': () => <LoadingOverlay /> },
      { readLocation: () => new Promise((resolve) => (answer = resolve)) },
    )
    await show(waiting.page)
    await until(() => expect(find('[role=status]').textContent).toBe('Loading'))
    await act(async () => answer({ value: copy, savedAt: 1 }))
    await until(() => expect(document.querySelector('[role=status]')).toBeNull())
  })

  it('an address that is switched off says so and offers links, and one that is on is shown @OV-02 @RT-15 @RO-04 @EN-13', async () => {
    const off = siteCopy({ settings: { gallery: { enable: false } } })
    await open(() => <Shell>the gallery itself</Shell>, { copy: off, at: '/gallery' })
    await until(() => expect(find('main h1').textContent).toBe('Not offered here'))
    expect(find('main').textContent).not.toContain('the gallery itself')
    const offered = await until(() => find('nav[aria-label="What we offer"]'))
    expect(links(offered).map((one) => one.getAttribute('href'))).toEqual([
      '/order',
      '/menus',
      '/sendcard',
      '/login',
      '/',
    ])
    expect(find('main a', '(212) 555-0100').getAttribute('href')).toBe('tel:+12125550100')
    expect(find('main a', 'Get directions').getAttribute('href')).toContain('google.com/maps')
    await leavePage()
    await open(() => <Shell>the gallery itself</Shell>, { at: '/gallery' })
    await until(() => expect(find('main').textContent).toContain('the gallery itself'))
    await until(() => find('header a', 'LOGIN'))
    expect(find('main').textContent).not.toContain('Not offered here')
  })

  it.each([
    ['/order', 'No online orders here', 'Tavola doesn’t take online orders. Call or visit us.'],
    ['/menus', 'Not offered here', 'Tavola doesn’t offer “Menus” online. Call or visit us.'],
    ['/menus/menu-1', 'Not offered here', 'Tavola doesn’t offer “Menus” online. Call or visit us.'],
    ['/about', 'Not offered here', 'Tavola doesn’t offer “Our story” online. Call or visit us.'],
  ])('says in a sentence what is missing at %s @OV-02', async (at, title, lead) => {
    const settings = {
      meals: {},
      about: { enable: false },
      consumer_application_settings: { about_page_name: 'Our story' },
    }
    await open(() => <Shell>what is there</Shell>, { copy: siteCopy({ settings }), at })
    await until(() => expect(find('main h1').textContent).toBe(title))
    expect(find('main').textContent).toContain(lead)
  })
})

describe('an unknown address', () => {
  const lost = async (settings = {}) => {
    const screens = { '/gone': RedirectHome, '/': () => <Shell>Our house</Shell> }
    await show(sitePage(screens, { at: '/gone', copy: siteCopy({ settings }) }).page)
    return await until(() => find('[role=status]', /We couldn’t find that page/))
  }

  it('leads home, which says so as a status, with links, until it is dismissed @RT-36', async () => {
    const note = await lost()
    expect([document.body.textContent, note.textContent]).toEqual([
      expect.stringContaining('Our house'),
      expect.stringContaining('There is nothing at /gone. This is our home page.'),
    ])
    expect(document.querySelector('[role=alert]')).toBeNull()
    expect(links(note).map((one) => one.getAttribute('href'))).toEqual(['/menus', '/order'])
    await press(find('button', 'Dismiss'))
    await until(() => expect(document.body.textContent).not.toContain('We couldn’t find that page'))
    expect([document.body.textContent, document.activeElement?.id]).toEqual([
      expect.stringContaining('Our house'),
      'screen',
    ])
  })

  it('names no link to anything that the restaurant does not offer', async () => {
    const off = { enable: false }
    const note = await lost({ meals: { read_only_menu: off, online_orders: off, inhouse_orders: off } })
    expect(links(note)).toEqual([])
  })
})
