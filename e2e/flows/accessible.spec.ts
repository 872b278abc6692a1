import type { Page } from '@playwright/test'
import { rootId } from '#contract/page-format.ts'
import { type ScreenPattern, screens } from '#contract/screens.ts'
import { type Address, listAddresses, type Made, otherNames, pathOf } from '../../bench/addresses.ts'
import { preparations } from '../../bench/prepare.ts'
import { launched, waitUntilDrawn } from '../fixtures/launched.ts'
import { describeInSight as look, expectNoHorizontalScroll } from '../fixtures/look.ts'
import { expect, test } from '../fixtures/test.ts'
import { walkTo } from '../fixtures/walk-to.ts'
import type { World } from '../fixtures/world.ts'
import { keepCity, member, signIn } from '../pages/account.ts'
import { cardIdOf, cardNumbers } from '../pages/cards.ts'

/**
 * Every address of the portal, as a guest and as a member, online, offline, and with a failing server: axe finds nothing on a
 * phone or a desktop, in light and in dark colors. States that appear only while somebody uses a screen are checked by other
 * tests.
 */

type Shown = Address['content']
type Visit = {
  path: string
  shown: Shown
  /** Also checked at a desktop's width. */
  isWide?: boolean
  /** Checked only in the current color scheme: another test has checked this screen in both, apart from the header and footer. */
  inOne?: boolean
}

type Which = (address: ReturnType<typeof listAddresses>[number]) => boolean

/** The first of these tests has opened every address; elsewhere one of several that show the same screen stands for all. */
const isOtherName: Which = ({ pattern }) => otherNames.includes(pattern)

/** Any screen will do, whatever it says. */
const anything: Shown = { within: 'main', text: '' }

/**
 * The list of addresses has only the diners' screens. Anybody else is sent from staff screens to the sign-in; admin.spec.ts
 * and staff-*.spec.ts check the screens themselves.
 */
const staff: readonly ScreenPattern[] = ['/admin', '/kitchen']

/** Other contents that an address shows, depending on its parameters. */
const variants: Visit[] = [
  '/no-such-page',
  '/mycards/send/SendText/0',
  '/mycards/send/SendPhysical/0',
  '/resetpassword?token=old',
  '/unlockaccount?token=old',
].map((path) => ({ path, shown: anything }))

const visitsOf = (
  made: Made,
  shownAt: (address: Address) => Shown,
  { isWide = () => false, isLeft = () => false }: Partial<Record<'isWide' | 'isLeft', Which>> = {},
): Visit[] => [
  ...listAddresses()
    .filter((address) => !isLeft(address))
    .map((address) => ({
      path: pathOf(address, made),
      shown: shownAt(address),
      isWide: isWide(address),
    })),
  ...staff.map((path) => ({ path, shown: anything })),
  ...variants,
]

/** The gift that somebody received by a link. */
const findGift = async (world: World): Promise<Made> => ({ gift: await cardIdOf(world, '6006496666660003') })

/**
 * How somebody gets from one address to the next: each is loaded anew, or they go on within the page as by a link. Screens are the same either way; what is
 * never reached by a link (the variants) is always loaded.
 */
type Way = 'loaded' | 'walked'

async function open(page: Page, visit: Visit, way: Way): Promise<void> {
  const { path, shown } = visit
  if (way === 'walked') await walkTo(page, path)
  else {
    await page.goto(path)
    await waitUntilDrawn(page)
  }
  const content = page.locator(shown.within).filter({ hasText: shown.text }).first()
  await expect(content, path).toBeVisible()
  await waitForScreen(page, visit)
}

/** Waits until the screen has its content: it may request missing data once more, and shows a skeleton meanwhile. */
async function waitForScreen(page: Page, { path, shown }: Visit): Promise<void> {
  // Every screen has a level 1 heading; a full-window dialog has a name of its own instead.
  if (shown.within === 'main')
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeAttached()
  // Loads the content that waits until it is scrolled into view.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.getByRole('status').filter({ hasText: 'Loading' }), path).toHaveCount(0)
}

/**
 * Opens the addresses one after another and returns the violations. Identical markup, such as the sign-in that many
 * addresses lead to, is checked once.
 */
async function findFaults(page: Page, visits: Visit[], way: Way = 'loaded'): Promise<string> {
  const seen = new Set<string>()
  const found: string[] = []
  for (const [index, visit] of visits.entries()) {
    await open(page, visit, index === 0 || variants.some(({ path }) => path === visit.path) ? 'loaded' : way)
    const markup = await page.locator(`#${rootId}`).innerHTML()
    if (seen.has(markup)) continue
    seen.add(markup)
    let first = await look(page, { inBoth: !visit.inOne })
    if (first !== '') {
      await waitForScreen(page, visit)
      first = await look(page, { inBoth: !visit.inOne })
    }
    const looks = [first]
    if (visit.isWide) {
      const before = page.viewportSize()!
      await page.setViewportSize({ width: 320, height: before.height })
      await expectNoHorizontalScroll(page)
      await page.setViewportSize({ width: 1280, height: before.height })
      looks.push(await look(page, { inBoth: false }))
      await page.setViewportSize(before)
    }
    found.push(...looks.filter((one) => one !== '').map((one) => `${visit.path}\n${one}`))
  }
  return found.join('\n\n')
}

// A full-screen element cannot be resized. Without the Fullscreen API the counter's dialog stays in the window.
test.beforeEach(({ page }) =>
  page.addInitScript(() => void Reflect.deleteProperty(Element.prototype, 'requestFullscreen')),
)

test.describe('a guest', () => {
  // The service worker plays no part in what is tested here.
  test.use({ offlineWorker: false })

  test('who has nothing yet finds every address accessible, none wider than 320 px', async ({
    page,
    strict,
    world,
  }) => {
    test.slow()
    strict.expect(/Failed to load resource.*status of 4\d\d/)
    const patterns = [...listAddresses().map(({ pattern }) => pattern), ...staff]
    expect(new Set(patterns)).toEqual(new Set(Object.keys(screens)))
    const visits = visitsOf(await findGift(world), ({ first, content }) => first ?? content, {
      isWide: () => true,
    })
    expect(await findFaults(page, visits)).toBe('')
  })

  test('who orders, sends a gift and buys cards finds their own pages accessible', async ({
    page,
    baseURL,
  }) => {
    test.slow()
    const faults: string[] = []
    for (const [after, prepare] of Object.entries(preparations)) {
      if (after === 'nothing' || after === 'signed in') continue
      const made = await prepare(page, baseURL!)
      faults.push(await look(page))
      const visits = listAddresses()
        .filter((address) => address.after === after)
        .map((address) => ({ path: pathOf(address, made), shown: address.content, isWide: true }))
      faults.push(await findFaults(page, visits))
    }
    expect(faults.filter(Boolean).join('\n\n')).toBe('')
  })

  test('is told accessibly at every address when the server fails', async ({
    page,
    faults,
    strict,
    world,
  }) => {
    test.slow()
    // The 404 of the unknown address itself, and React's hydration error: the page was rendered from data that this test removes.
    strict.expect(/Failed to load resource.*status of 404|React error #418/)
    // A page without its initial data, such as an older page from the browser's cache.
    await page.addInitScript(() =>
      new MutationObserver(() => document.getElementById('larder-first')?.remove()).observe(document, {
        childList: true,
        subtree: true,
      }),
    )
    faults.arm({ path: /^\/api\//, count: 1e6 }, { kind: 'status', status: 500 })
    // A guest's device sends itself from a member's address to the sign-in, without asking the server: one stands for all.
    const isLeft: Which = (address) =>
      isOtherName(address) || (address.after === 'signed in' && address.pattern !== '/account')
    const visits = visitsOf(await findGift(world), () => anything, { isLeft })
    expect(await findFaults(page, visits, 'walked')).toBe('')
  })
})

/**
 * The member's own order and card, and a gift that they received. Sent gifts are kept on the sender's device; the guest's
 * test above checks one.
 */
async function ownOf(world: World): Promise<Made> {
  const [ticket] = await world.database.query<{ id: string }>(
    `SELECT t.id FROM tickets t JOIN users u ON u.id = t.user_id WHERE u.email = $1 AND t.status <> 'Open' LIMIT 1`,
    [member.email],
  )
  return {
    ...(await findGift(world)),
    ticket: ticket!.id,
    card: await cardIdOf(world, cardNumbers.second),
  }
}

test('a member with orders, cards and an order begun finds every address accessible, with a network and without', async ({
  page,
  baseURL,
  faults,
  strict,
  world,
}) => {
  test.slow()
  strict.expect(/Failed to load resource|net::ERR_/)
  await signIn(page)
  const made = await ownOf(world)
  await preparations['card in cart'](page, baseURL!)
  await preparations['dish in order'](page, baseURL!)
  await launched(page)
  const isTheirs = ({ after }: Address): boolean =>
    ['signed in', 'dish in order', 'card in cart'].includes(after)
  // A full-screen dialog keeps its own size.
  const isWide = (address: Address): boolean => isTheirs(address) && address.content.within !== 'dialog'
  // The member's saved choices skip the first steps of checkout.
  const contentOf = ({ example, content }: Address) =>
    example === '/ordercheckout' ? { ...content, text: 'Order type' } : content
  const shownAt = (address: Address) => (isTheirs(address) ? contentOf(address) : anything)
  const visits = visitsOf(made, shownAt, { isWide, isLeft: isOtherName })
    // Opening the sign-in signs the member out; the guest's test checks it.
    .filter(({ path }) => path !== '/login')
    .map((visit) => ({ ...visit, inOne: visit.shown === anything }))
  expect(await findFaults(page, visits, 'walked')).toBe('')

  await faults.stop()
  await page.emulateMedia({ colorScheme: 'dark' })
  const offline = visits.map(({ path, shown }) => ({
    path,
    shown: shown.within === 'dialog' ? shown : anything,
    inOne: true,
  }))
  expect(await findFaults(page, offline, 'walked')).toBe('')
  // Also check a change that waits for the network.
  await page.goto('/account')
  await keepCity(page, 'Albany')
  await page.goto('/waiting')
  await expect(page.getByRole('link', { name: /^CHANGE/ })).toBeVisible()
  expect(await look(page)).toBe('')
})
