// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { setTranslation } from '#contract/language.ts'
import { es } from '#contract/languages/es.ts'
import type { Announcement } from '#contract/schemas/announcement.ts'
import Advertisement from '#features/home/components/advertisement.tsx'
import { HomeScreen } from '#features/home/screens/home-screen.tsx'
import { entryNames } from '#db/names.ts'
import { groupDays, nextSpecialDays } from '#features/home/components/hours.tsx'
import { embedAddress, mapZoom } from '#features/home/components/location-map.tsx'
import { createTicketStore, type TicketStore } from '#lib/query/ticket-store.ts'
import { user } from '../support/account.ts'
import { hours, location } from '../support/merchant-data.ts'
import { find, press, setMedia, show, until, leavePage } from '../support/screen.tsx'
import { bookOf, siteCopy, type SiteOptions, sitePage } from '../support/site.tsx'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

const open = async (options: SiteOptions = {}) => {
  const made = sitePage({ '/': () => <HomeScreen /> }, options)
  await show(made.page)
  return made
}
const texts = (selector: string): (string | null)[] =>
  [...document.querySelectorAll(selector)].map((one) => one.textContent)
const heading = (name: string) => until(() => find('h2', name))
const bar = (label: string) => texts(`ul[aria-label="${label}"] > li > button`)
const announce = (title: string, changes: Partial<Announcement> = {}): Announcement => ({
  type: 'other',
  title,
  action: '/order',
  action_is_external: false,
  data: { body: `${title}, tonight.` },
  ...changes,
})
const home = (home_page: object) => siteCopy({ settings: { consumer_application_settings: { home_page } } })

describe('the home page’s welcome', () => {
  const picture = (name: string) => ({ image: { imageSignedUrl: `/pictures/${name}.webp` } })
  const box = {
    header: 'The oven is lit',
    message: 'Come in.',
    online_order: { enable: true, link: '/order/dinner' },
  }

  it('shows the header pictures in turn, and a box with header, message and a link to order @LH-08 @EN-04', async () => {
    await open({ copy: home({ header_images: [picture('one'), picture('two')], welcome_box: box }) })
    await until(() => expect(find('h1').textContent).toBe('The oven is lit'))
    expect(document.body.textContent).toContain('Come in.')
    expect(find('a', 'ORDER ONLINE').getAttribute('href')).toBe('/order/dinner')
    expect(find('a', 'SEE THE MENU').getAttribute('href')).toBe('/menus')
    const carousel = find('section', 'Pictures of Tavola')
    expect(carousel.getAttribute('aria-roledescription')).toBe('carousel')
    await until(() =>
      expect([...carousel.querySelectorAll('img')].map((one) => one.getAttribute('src'))).toEqual([
        '/pictures/one.webp',
        '/pictures/two.webp',
      ]),
    )
    expect(find('button', 'Pause')).toBeTruthy()
  })

  it('keeps the part of a picture that its restaurant names visible, in narrow windows and in wide ones @LH-08', async () => {
    const one = { image: { imageSignedUrl: '/pictures/one.webp', focus: '60 20', focus_wide: '70 50' } }
    await open({ copy: home({ header_images: [one] }) })
    const shown = await until(() => find<HTMLImageElement>('img[src="/pictures/one.webp"]'))
    expect(shown.dataset).toMatchObject({ focus: '60 20', wide: '70 50' })
  })

  it('treats an empty header and an empty link as none @LH-08', async () => {
    await open({ copy: home({ welcome_box: { header: '', online_order: { enable: true, link: '' } } }) })
    await until(() => expect(find('h1').textContent).toBe('Tavola'))
    expect(find('a', 'ORDER ONLINE').getAttribute('href')).toBe('/order')
  })

  it('has no link to order when its box or the restaurant has none @LH-08', async () => {
    await open({ copy: home({ welcome_box: { ...box, online_order: { enable: false } } }) })
    await until(() => expect(find('h1').textContent).toBe('The oven is lit'))
    expect(document.body.textContent).not.toContain('ORDER ONLINE')
    expect(find('a', 'SEE THE MENU').className).toContain('button--solid')
    const closed = home({ welcome_box: box })
    closed.location.settings = {
      ...closed.location.settings,
      meals: {
        ...closed.location.settings.meals!,
        online_orders: { enable: false },
        inhouse_orders: { enable: false },
      },
    }
    await leavePage()
    await open({ copy: closed })
    await until(() => expect(find('h1').textContent).toBe('The oven is lit'))
    expect(document.body.textContent).not.toContain('ORDER ONLINE')
  })

  it('says what to do when nothing is on the device and nothing answers', async () => {
    await open({ copy: undefined })
    await until(() => expect(find('[role=alert]').textContent).toMatch(/isn’t saved on this device yet/))
    expect(find('button', 'Try again')).toBeTruthy()
  })
})

describe('announcements', () => {
  const announcements = [
    announce('Soup', { image_src: '/soup.webp' }),
    announce('Closed', { type: 'closed' }),
    announce('Ad', { type: 'advertisement_banner' }),
    announce('Elsewhere', { action: 'https://partner.example/a', action_is_external: true }),
  ]

  it('are a carousel for guests, with promotions only, each linking where it says @LH-09 @OV-05 @EN-15', async () => {
    await open({ copy: siteCopy({ announcements }) })
    const carousel = await until(() => find('section[aria-roledescription]', 'Promotions'))
    expect([...carousel.querySelectorAll('a')].map((one) => [one.getAttribute('href'), one.target])).toEqual([
      ['/order', ''],
      ['https://partner.example/a', '_blank'],
    ])
    expect(carousel.textContent).toContain('Soup, tonight.')
    expect([...carousel.querySelectorAll('img')].map((one) => one.getAttribute('src'))).toEqual([
      '/soup.webp',
    ])
  })

  it('are no carousel when there is only one, and link where it says', async () => {
    await open({ copy: siteCopy({ announcements: [announce('Soup')] }) })
    await heading('Our Latest Promotions')
    const region = find('section', 'Our Latest Promotions')
    expect(region.querySelector('[aria-roledescription]')).toBeNull()
    expect(region.querySelector('a')!.getAttribute('href')).toBe('/order')
    expect(region.textContent).toContain('Soup, tonight.')
  })

  it('announcements are hidden when switched off @EN-09 @OV-02', async () => {
    await open({ copy: siteCopy({ announcements, settings: { home: { show_announcements: false } } }) })
    await heading('Contact Us')
    expect(document.body.textContent).not.toContain('Soup')
  })

  const rewards = {
    is_rewards_on: true,
    summary: { current_points: 60, points_needed: 100, points_to_next_reward: 120, reward_message: '$5 off' },
  }

  it.each([
    ['tiles', 'tiles'],
    ['masonry', 'masonry'],
    ['anything else', 'masonry'],
  ])(
    'are laid out for a member as the settings say (%s), with the rewards first @LH-06 @LH-14 @EN-06 @EN-09',
    async (asked, layout) => {
      const settings = { consumer_application_settings: { home_page_announcement_layout: asked } }
      await open({ copy: siteCopy({ announcements, settings }), user: user({ rewards }) })
      await heading('For you')
      await until(() => expect(document.querySelectorAll('[data-layout] > li')).toHaveLength(3))
      expect(find('[data-layout]').dataset.layout).toBe(layout)
      const box = document.querySelector('[data-layout] > li')!
      // The box has the points out of those needed, a progress bar to the next reward, the message, and the link to the rewards.
      expect(box.textContent).toContain('60 / 100 points')
      expect(box.querySelector('progress')).toMatchObject({ value: 50, max: 100 })
      expect(box.textContent).toContain('$5 off')
      expect(box.querySelector('a')).toMatchObject({ textContent: 'Manage My Rewards', pathname: '/rewards' })
      expect(document.querySelector('[aria-roledescription=carousel]')).toBeNull()
    },
  )

  it('leave out the rewards where the home page does not show them @EN-09', async () => {
    await open({
      copy: siteCopy({
        announcements,
        settings: { home: { show_rewards: false, show_announcements: true } },
      }),
      user: user({ rewards }),
    })
    await heading('For you')
    expect(document.body.textContent).not.toContain('Manage My Rewards')
  })
})

describe('the advertisement', () => {
  const sandwich = announce('The Forty-Four', {
    type: 'advertisement',
    action: '/order/sandwiches',
    image_src: '/sandwich.webp',
  })
  const openDialogs = () => document.querySelectorAll('dialog[open]').length
  const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  const openAd = async (tickets: TicketStore = createTicketStore()) => {
    const page = () => (
      <>
        <textarea />
        <Advertisement announcement={sandwich} />
      </>
    )
    await show(sitePage({ '/': page }, { tickets }).page)
    await wait(0)
  }
  beforeEach(() => {
    vi.useFakeTimers()
    return () => vi.useRealTimers()
  })

  it('opens in a dialog after the page, once a session, and can be closed @LH-10 @EN-15', async () => {
    await openAd()
    expect(find('textarea')).toBeTruthy()
    await wait(2000)
    expect(openDialogs()).toBe(0)
    await wait(1000)
    expect(find('dialog[open]', 'The Forty-Four').textContent).toContain('The Forty-Four, tonight.')
    expect(find('a', 'TAKE A LOOK').getAttribute('href')).toBe('/order/sandwiches')
    expect(find('dialog img').getAttribute('src')).toBe('/sandwich.webp')
    await press(find('button', 'NO, THANKS'))
    expect(openDialogs()).toBe(0)
    await leavePage()
    await openAd()
    await wait(20_000)
    expect(openDialogs()).toBe(0)
  })

  it('waits while somebody types @LH-10', async () => {
    await openAd()
    find('textarea').focus()
    await wait(20_000)
    expect(openDialogs()).toBe(0)
    find('textarea').blur()
    await wait(5000)
    expect(openDialogs()).toBe(1)
  })

  it('waits while an order is being put together, and not for a paid one @LH-10', async () => {
    const begun = orderWith([{ quantity: 1, menu_item_external_id: 'ribs' }], 'Open')
    await openAd(begun.store)
    await wait(20_000)
    expect(openDialogs()).toBe(0)
    await act(async () => begun.become([], 'Open'))
    await wait(5000)
    expect(openDialogs()).toBe(1)
    await leavePage()
    sessionStorage.clear()
    await openAd(orderWith([{ quantity: 1, menu_item_external_id: 'ribs' }], 'Submitted').store)
    await wait(5000)
    expect(openDialogs()).toBe(1)
  })
})

/** A device's order with only its lines and its status. */
function orderWith(lines: object[], status: string) {
  let listener = (): void => undefined
  let state: unknown
  const become = (nextLines: object[], nextStatus: string): void => {
    state = { state: 'active', view: { lines: nextLines, status: nextStatus } }
    listener()
  }
  become(lines, status)
  const store = {
    get: () => state,
    subscribe(next: () => void) {
      listener = next
      return () => undefined
    },
  } as unknown as TicketStore
  return { store, become }
}

/** A browser in which nothing below the first screen is ever scrolled into view. */
class NothingSeen {
  observe(): void {}
  disconnect(): void {}
}

it('the home page’s dialog opens for a guest who does not scroll, too, and what is below waits to be seen @LH-10', async () => {
  vi.stubGlobal('IntersectionObserver', NothingSeen)
  onTestFinished(() => void vi.unstubAllGlobals())
  await open({ copy: siteCopy({ announcements: [announce('The Forty-Four', { type: 'advertisement' })] }) })
  await until(() => expect(find('dialog')).toBeTruthy())
  expect(texts('h2')).not.toContain('Contact Us')
})

it('the home page has an advertisement when one is announced, and no other announcement opens in a dialog @LH-10', async () => {
  await open({ copy: siteCopy({ announcements: [announce('Soup')] }) })
  await heading('Contact Us')
  expect(document.querySelector('dialog')).toBeNull()
  document.body.replaceChildren()
  await open({ copy: siteCopy({ announcements: [announce('The Forty-Four', { type: 'advertisement' })] }) })
  await until(() => expect(find('dialog')).toBeTruthy())
})

describe('the dishes that the home page begins with', () => {
  const featured = (item_ids: string[], by: 'orders' | 'house' = 'orders') =>
    siteCopy({
      location: location({ settings: siteCopy().location.settings, featured_dishes: { by, item_ids } }),
    })
  const dishes = () => texts('section[aria-labelledby=featured] h3')

  it('are shown in their order, to be ordered, without those that are sold out or off the menu', async () => {
    const book = bookOf(2, 4)
    book.menus[0]!.categories[1]!.items[0]!.available = false
    const copy = featured([
      'Dish 2.1',
      'Dish 1.2',
      'Dish 9.9',
      'Dish 1.3',
      'Dish 1.4',
      'Dish 2.2',
      'Dish 2.3',
    ])
    await open({ copy, book })
    await heading('Popular now')
    await until(() => expect(dishes()).toEqual(['Dish 2.1', 'Dish 1.3', 'Dish 1.4', 'Dish 2.2']))
    const first = find('section[aria-labelledby=featured] li a')
    expect(first.getAttribute('href')).toBe('/order/menu-2/category/part-1/item/dish%202.1')
    expect(first.textContent).toContain('$2.01')
    expect(find('a', 'START AN ORDER').getAttribute('href')).toBe('/order')
  })

  it('are the restaurant’s own to look at where nothing is ordered online', async () => {
    const copy = featured(['Dish 1.1'], 'house')
    copy.location.settings = {
      ...copy.location.settings,
      meals: { ...copy.location.settings.meals!, online_orders: { enable: false } },
    }
    await open({ copy })
    await heading('House favorites')
    await until(() => expect(dishes()).toEqual(['Dish 1.1']))
    expect(find('section[aria-labelledby=featured] li a').getAttribute('href')).toMatch(/^\/menus\//)
    expect(find('section[aria-labelledby=featured] a', 'SEE ALL MENUS').getAttribute('href')).toBe('/menus')
  })

  it('leave out what somebody on this device avoids, as the menus below do, and both say so', async () => {
    localStorage.setItem(entryNames.avoidedAllergens, 'tree_nuts')
    onTestFinished(() => localStorage.clear())
    const book = bookOf(1, 3)
    const [first] = book.menus[0]!.categories
    first!.items = book.menus[0]!.categories.flatMap(({ items }) => items)
    const [free, nuts] = first!.items
    free!.allergens = { contains: [], free_from: 'others' }
    nuts!.allergens = { contains: ['tree_nuts'], free_from: 'others' }
    // Nothing is known about the third dish.
    await open({ copy: featured(['Dish 1.3', 'Dish 1.2', 'Dish 1.1']), book })
    await until(() => expect(dishes()).toEqual(['Dish 1.1']))
    const home = () => document.body.textContent
    await until(() => expect(home()).toContain('Without tree nuts: 1 of 3 dishes.'))
    expect(find('section[aria-labelledby=featured]').textContent).toContain('Without tree nuts')
    expect(home()).not.toContain('Dish 1.2, as we like it.')
    await press(find('section[aria-labelledby=featured] button', 'Show every dish'))
    await until(() => expect(dishes()).toHaveLength(3))
    expect(home()).toContain('Dish 1.2, as we like it.')
    expect(home()).not.toContain('Without')
  })

  it('say so when all of them are avoided, with a button to see them', async () => {
    localStorage.setItem(entryNames.avoidedAllergens, 'tree_nuts')
    onTestFinished(() => localStorage.clear())
    const book = bookOf(1, 2)
    for (const { items } of book.menus[0]!.categories)
      items[0]!.allergens = { contains: ['tree_nuts'], free_from: 'others' }
    await open({ copy: featured(['Dish 1.1', 'Dish 1.2']), book })
    await until(() =>
      expect(find('section[aria-labelledby=featured]').textContent).toContain(
        'Without tree nuts: 0 of 2 dishes.',
      ),
    )
    await press(find('section[aria-labelledby=featured] button', 'Show every dish'))
    await until(() => expect(dishes()).toEqual(['Dish 1.1', 'Dish 1.2']))
  })

  it('are not shown when none is on the menus, and when the API names none', async () => {
    await open({ copy: featured(['Dish 9.9']) })
    await until(() => expect(document.body.textContent).toContain('Dish 1.1, as we like it.'))
    // The featured dishes are in another mode's book than the menus below.
    await until(() => expect(document.querySelector('[aria-labelledby=featured]')).toBeNull())
    await leavePage()
    await open()
    await until(() => expect(document.body.textContent).toContain('Dish 1.1, as we like it.'))
    expect(document.querySelector('[aria-labelledby=featured]')).toBeNull()
  })
})

describe('the menus on the home page', () => {
  it('are tabs, with the categories’ tabs below and the dishes with name, description and price @LH-11', async () => {
    await open({ book: bookOf(2, 3) })
    await until(() => expect(bar('Menus')).toEqual(['Menu 1', 'Menu 2']))
    expect(bar('Menu 1 categories')).toEqual(['Part 1', 'Part 2', 'Part 3'])
    await until(() => expect(document.body.textContent).toContain('Dish 1.1, as we like it.'))
    expect(document.body.textContent).toContain('$1.01')
    await press(find('button', 'Menu 2'))
    await press(find('button', 'Part 3'))
    await until(() => expect(document.body.textContent).toContain('Dish 2.3'))
    expect([
      find('button', 'Menu 2').getAttribute('aria-pressed'),
      find('button', 'Menu 1').getAttribute('aria-pressed'),
    ]).toEqual(['true', 'false'])
    expect(document.body.textContent).toContain('$2.03')
    expect(document.body.textContent).not.toContain('Dish 1.1')
  })

  it('beyond the first 10 are under MORE, as are categories that do not fit their bar @LH-11 @BC-16', async () => {
    await open({ book: bookOf(12, 16) })
    await until(() => expect(bar('Menus')).toHaveLength(10))
    expect(bar('Menu 1 categories')).toHaveLength(7)
    const [more, parts] = [...document.querySelectorAll('details')]
    expect([...more!.querySelectorAll('button')].map((one) => one.textContent)).toEqual([
      'Menu 11',
      'Menu 12',
    ])
    expect(parts!.querySelectorAll('button')).toHaveLength(9)
    await press(find('button', 'Menu 12'))
    expect(more!.querySelector('summary')!.textContent).toContain('Menu 12')
    expect(more!.open).toBe(false)
  })

  it('that no till knows are shown in the restaurant’s own words, with a link to print them @LH-11', async () => {
    const value = { all_menus: [{ header: 'Sunday lunch', details: '<p>Four <b>courses</b></p>' }] }
    await open({ copy: siteCopy({ configurations: [{ name: 'read_only_non_pos_page', value }] }) })
    const menu = await until(() => find('section', 'Sunday lunch'))
    await until(() => expect(menu.querySelector('b')!.textContent).toBe('courses'))
    expect(find('a', 'PRINT MENU').getAttribute('href')).toBe('/menu/readonly')
  })

  it('are left out where the restaurant shows none @EN-12 @EN-13', async () => {
    const off = { enable: false }
    const meals = { read_only_menu: off, online_orders: off, inhouse_orders: off, ticket_history: off }
    await open({
      copy: siteCopy({ settings: { meals, read_only_menu_non_pos: off, gallery: off, feedback: off } }),
    })
    await heading('Contact Us')
    expect(texts('h2')).toEqual(['Contact Us'])
    expect(document.querySelector('form')).toBeNull()
  })
})

describe('the gallery on the home page', () => {
  const images = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      image: { url: `/${n}.webp`, image_id: `i${n}` },
      title: `Picture ${n}`,
    }))

  it('shows six pictures, each of which opens large, and a link to the others @LH-12', async () => {
    await open({
      copy: siteCopy({ configurations: [{ name: 'gallery_page', value: { active_images: images(8) } }] }),
    })
    await heading('Gallery')
    expect(document.querySelectorAll('button[aria-haspopup=dialog]')).toHaveLength(6)
    expect(find('a', 'See all pictures').getAttribute('href')).toBe('/gallery')
    await press(document.querySelector<HTMLElement>('button[aria-haspopup=dialog]')!)
    expect(find('dialog strong').textContent).toBe('Picture 0')
  })
})

describe('contact', () => {
  it('shows the restaurant’s front when there is no key, and no map of a made-up place @LH-13', async () => {
    await open({ copy: home({ front_image: { image: { imageSignedUrl: '/pictures/front.webp' } } }) })
    await heading('Contact Us')
    const front = await until(() => find<HTMLImageElement>('[data-zoom] img'))
    expect([front.getAttribute('src'), front.alt]).toEqual(['/pictures/front.webp', 'The front of Tavola'])
    expect(document.querySelector('iframe')).toBeNull()
  })

  it('shows the address, the opening hours, how to reach it and directions, and no map when there is no key @LH-13', async () => {
    await open()
    await heading('Contact Us')
    expect(find('address').textContent).toContain('1 Main Street')
    expect(find('a', '(212) 555-0100').getAttribute('href')).toBe('tel:+12125550100')
    expect(texts('dt')).toEqual(['Monday', 'Tuesday to Friday', 'Saturday', 'Sunday'])
    expect(document.querySelector('iframe, [data-zoom] img')).toBeNull()
    expect(find('a', 'Get directions').getAttribute('href')).toBe(
      'https://www.google.com/maps/dir/?api=1&destination=Tavola%2C+1+Main+Street%2C+New+York%2C+NY+10011',
    )
  })

  it('shows the map where there is a key, at zoom 15 @LH-13 @BC-17 @AO-04', async () => {
    await open({ maps: { googleKey: 'key-1' } })
    const map = await until(() => find<HTMLIFrameElement>('iframe'))
    const address = new URL(map.src)
    expect([address.origin, address.searchParams.get('zoom'), address.searchParams.get('key')]).toEqual([
      'https://www.google.com',
      '15',
      'key-1',
    ])
    expect(map.title).toBe('Map of Tavola')
    expect(mapZoom).toBe(15)
    expect(embedAddress({ name: 'A&b', address1: '1', city: 'c', state: 's', zip: 'z' }, 'k')).toContain(
      'q=A%26b%2C',
    )
  })

  it('lists the week as on a sign at the door', () => {
    expect(groupDays(hours)).toEqual([
      { name: 'Monday', text: 'Closed' },
      { name: 'Tuesday to Friday', text: '11:00am to 10:00pm' },
      { name: 'Saturday', text: '11:00am to 2:00am' },
      { name: 'Sunday', text: '11:00am to 10:00pm' },
    ])
  })

  it('writes a day’s name in Spanish with a capital letter at the beginning of a line only', () => {
    setTranslation(es)
    onTestFinished(() => setTranslation(undefined))
    expect(groupDays(hours).map(({ name }) => name)).toEqual([
      'Lunes',
      'Martes a viernes',
      'Sábado',
      'Domingo',
    ])
  })

  it('lists the holidays of the next weeks below it, the nearest first', () => {
    const day = (date: string) => ({ date, hours: [] })
    const days = [day('2026-12-25'), day('2026-11-19'), day('2026-11-26'), day('2026-11-20')]
    expect(nextSpecialDays(days, '2026-11-20').map(({ date }) => date)).toEqual(['2026-11-20', '2026-11-26'])
  })
})
