import { type ScreenPattern, screens } from '#contract/screens.ts'
import { type Address, listAddresses, type Made, otherNames, pathOf } from '../../bench/addresses.ts'
import { preparations } from '../../bench/prepare.ts'
import { launched } from '../fixtures/launched.ts'
import { describeInSight as look } from '../fixtures/look.ts'
import { expect, test } from '../fixtures/test.ts'
import type { World } from '../fixtures/world.ts'
import { keepCity, member, signIn } from '../pages/account.ts'
import { cardIdOf, cardNumbers } from '../pages/cards.ts'
import { anything, findFaults, type Seen, type Shown, variants, type Visit } from '../pages/every-address.ts'

/**
 * Every address of the portal, as a guest and as a member, online, offline, and with a failing server: axe finds nothing on a
 * phone or a desktop, in light and in dark colors. States that appear only while somebody uses a screen are checked by other
 * tests.
 */

type Which = (address: ReturnType<typeof listAddresses>[number]) => boolean

/** One of several addresses that show the same screen stands for all. */
const isOtherName: Which = ({ pattern }) => otherNames.includes(pattern)
/** So does one of a member's: a guest's device sends itself from each to the sign-in (tests/src/site/screens.test.tsx). */
const isDouble: Which = (address) =>
  isOtherName(address) || (address.after === 'signed in' && address.pattern !== '/account')

/**
 * The list of addresses has only the diners' screens. Anybody else is sent from staff screens to the sign-in; admin.spec.ts
 * and staff-*.spec.ts check the screens themselves.
 */
const staff: readonly ScreenPattern[] = ['/admin', '/kitchen']

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
      isLeft: isDouble,
    })
    expect(await findFaults(page, visits)).toBe('')
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
    const visits = visitsOf(await findGift(world), () => anything, { isLeft: isDouble })
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
  const seen: Seen = new Map()
  expect(await findFaults(page, visits, 'walked', seen)).toBe('')

  await faults.stop()
  await page.emulateMedia({ colorScheme: 'dark' })
  const offline = visits.map(({ path, shown }) => ({
    path,
    shown: shown.within === 'dialog' ? shown : anything,
    inOne: true,
  }))
  expect(await findFaults(page, offline, 'walked', seen)).toBe('')
  // Also check a change that waits for the network.
  await page.goto('/account')
  await keepCity(page, 'Albany')
  await page.goto('/waiting')
  await expect(page.getByRole('link', { name: /^CHANGE/ })).toBeVisible()
  expect(await look(page)).toBe('')
})
