import type { Page } from '@playwright/test'
import { rootId } from '#contract/page-format.ts'
import { type ScreenPattern, screens } from '#contract/screens.ts'
import { type Address, listAddresses, type Made, pathOf } from '../../bench/addresses.ts'
import { preparations } from '../../bench/prepare.ts'
import { launched, waitUntilDrawn } from '../fixtures/launched.ts'
import { describeInSight as look, expectNoHorizontalScroll } from '../fixtures/look.ts'
import { expect, test } from '../fixtures/test.ts'
import type { World } from '../fixtures/world.ts'
import { keepCity, member, signIn } from '../pages/account.ts'
import { cardIdOf, cardNumbers } from '../pages/cards.ts'

/**
 * Every address of the portal, for a guest and for a member, with a network, without one, and where the server fails: axe finds nothing in a phone's window
 * and in a desktop's, in light and in dark colors. Other tests look at what comes up on a screen as somebody uses it.
 */

type Shown = Address['content']
type Visit = {
  path: string
  shown: Shown
  /** Looked at in a desktop's window, too. */
  isWide?: boolean
  /** Looked at in the colors alone that the page has now: in the others it was seen already, but for what stands around it. */
  inOne?: boolean
}

/** A screen that is there, whatever it says. */
const anything: Shown = { within: 'main', text: '' }

/** The list of addresses has the diners' alone. Who is not of the staff is led to a sign-in there; what staff see is looked at in admin.spec.ts and staff-*.spec.ts. */
const staff: readonly ScreenPattern[] = ['/admin', '/kitchen']

/** What an address shows besides, by what stands in it. */
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
  isWide: (address: Address) => boolean = () => false,
): Visit[] => [
  ...listAddresses().map((address) => ({
    path: pathOf(address, made),
    shown: shownAt(address),
    isWide: isWide(address),
  })),
  ...staff.map((path) => ({ path, shown: anything })),
  ...variants,
]

/** The gift that somebody was sent by a link. */
const findGift = async (world: World): Promise<Made> => ({ gift: await cardIdOf(world, '6006496666660003') })

async function open(page: Page, visit: Visit): Promise<void> {
  const { path, shown } = visit
  await page.goto(path)
  await waitUntilDrawn(page)
  const content = page.locator(shown.within).filter({ hasText: shown.text }).first()
  await expect(content, path).toBeVisible()
  await waitForScreen(page, visit)
}

/** Until it says what it has to say: it may ask once more for what it could not have, and is a skeleton meanwhile. */
async function waitForScreen(page: Page, { path, shown }: Visit): Promise<void> {
  // Every screen has one; a dialog that fills the window has its name.
  if (shown.within === 'main')
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeAttached()
  // What comes when it is about to be seen, too.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.getByRole('status').filter({ hasText: 'Loading' }), path).toHaveCount(0)
}

/** Opens one after another, and says what is wrong with any. What is the same to the letter, as the sign-in that many lead to, is looked at once. */
async function findFaults(page: Page, visits: Visit[]): Promise<string> {
  const seen = new Set<string>()
  const found: string[] = []
  for (const visit of visits) {
    await open(page, visit)
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

// What the counter fills the screen with cannot be resized: here it stays in the window, as on a browser that has no full screen.
test.beforeEach(({ page }) =>
  page.addInitScript(() => void Reflect.deleteProperty(Element.prototype, 'requestFullscreen')),
)

test.describe('a guest', () => {
  // It is about what stands on the screen, whoever answered.
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
    const visits = visitsOf(
      await findGift(world),
      ({ first, content }) => first ?? content,
      () => true,
    )
    expect(await findFaults(page, visits)).toBe('')
  })

  test('who orders, sends a gift and buys cards finds what is theirs accessible', async ({
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

  test('whom the server fails is told so accessibly at every address', async ({
    page,
    faults,
    strict,
    world,
  }) => {
    test.slow()
    // The page of an unknown address itself; and React, which finds a page that was made of what is no longer in it.
    strict.expect(/Failed to load resource.*status of 404|React error #418/)
    // A page without its first data: an older one, say, that the browser kept.
    await page.addInitScript(() =>
      new MutationObserver(() => document.getElementById('larder-first')?.remove()).observe(document, {
        childList: true,
        subtree: true,
      }),
    )
    faults.arm({ path: /^\/api\//, count: 1e6 }, { kind: 'status', status: 500 })
    const visits = visitsOf(await findGift(world), () => anything)
    expect(await findFaults(page, visits)).toBe('')
  })
})

/** The member's own order and card, and the gift that they were sent. One that they sent is on the device of who sent it: a guest's, above. */
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
  // A page that fills the screen has its size.
  const isWide = (address: Address): boolean => isTheirs(address) && address.content.within !== 'dialog'
  // Their habits lead over the first steps of checkout.
  const contentOf = ({ example, content }: Address) =>
    example === '/ordercheckout' ? { ...content, text: 'Order type' } : content
  const visits = visitsOf(made, (address) => (isTheirs(address) ? contentOf(address) : anything), isWide)
    // Who opens the sign-in signs out: it is a guest's.
    .filter(({ path }) => path !== '/login')
    .map((visit) => ({ ...visit, inOne: visit.shown === anything }))
  expect(await findFaults(page, visits)).toBe('')

  await faults.stop()
  await page.emulateMedia({ colorScheme: 'dark' })
  const offline = visits.map(({ path, shown }) => ({
    path,
    shown: shown.within === 'dialog' ? shown : anything,
    inOne: true,
  }))
  expect(await findFaults(page, offline)).toBe('')
  // A change that waits for the network, too.
  await page.goto('/account')
  await keepCity(page, 'Albany')
  await page.goto('/waiting')
  await expect(page.getByRole('link', { name: /^CHANGE/ })).toBeVisible()
  expect(await look(page)).toBe('')
})
