import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import type { FeatureName } from '#contract/rules/features.ts'
import { OrderingFile } from '#server/import/file-schemas.ts'
import type { MerchantDocument } from '#server/merchants/document.ts'
import { type SwitchName, type SwitchRow, switchTable } from '#server/plugins/feature-switches.ts'
import {
  allSwitches,
  featureNames,
  listBooleans,
  listGoverning,
  settingsWithout,
} from '../support/switches.ts'
import { addProgram } from './support/cards.ts'
import { oneDatabase } from './support/databases.ts'
import { dinnerTime, Guest, type ProblemBody, startTestLarder, type TestLarder } from './support/larder.ts'
import { everybody } from './support/members.ts'
import { merchantsWithSignIn } from './support/merchants.ts'
import { bodies, newMember, tries } from './support/switched-parts.ts'
import type { SignedIn } from './support/people.ts'

/** Every switch in a restaurant's files with every call that it governs: both lists come from the code. */

const rows = Object.entries(switchTable) as [EndpointName, SwitchRow][]
const isFeature = (name: SwitchName): name is FeatureName =>
  (featureNames as readonly string[]).includes(name)

/** The names of a location's `ordering` fields for the table's switches. */
const orderingFields = {
  delivery: 'showDelivery',
  curbside: 'showCurbside',
  pickup: 'showPickup',
  orderAhead: 'showOrderAhead',
  giftCardTips: 'payTipsWithGiftCard',
  guestCancel: 'guestCancel',
} as const
const orderingSwitches = {
  show_delivery_option: 'delivery',
  show_curbside_option: 'curbside',
  show_pickup_option: 'pickup',
  show_order_ahead_option: 'orderAhead',
  pay_tips_with_gift_card: 'giftCardTips',
  guest_cancel: 'guestCancel',
} as const

/** A switch to test, with the other switches that stay off meanwhile. */
type Turn = { name: string; by: SwitchName; others: readonly string[] }

const turnsOf = (by: SwitchName): Turn[] =>
  isFeature(by)
    ? listGoverning(by).map(({ name, others }) => ({ name, by, others }))
    : [{ name: `ordering.${orderingFields[by]}`, by, others: [] }]

const edit =
  ({ name, by, others }: Turn, on: boolean) =>
  (document: MerchantDocument): MerchantDocument => ({
    ...document,
    ordering: {
      ...document.ordering,
      showDelivery: true,
      showCurbside: true,
      showPickup: true,
      showOrderAhead: true,
      payTipsWithGiftCard: true,
      ...(!isFeature(by) && { [orderingFields[by]]: on }),
    },
    location: {
      ...document.location,
      settings: settingsWithout(
        isFeature(by) && !on ? [...others, name] : others,
        document.location.settings,
      ),
    },
  })

type Door = { endpoint: EndpointName; turn: Turn; body: object | undefined }
const doors: Door[] = rows.flatMap(([endpoint, { needs }]) => {
  if (needs === undefined) return []
  const asked =
    typeof needs === 'function'
      ? (bodies[endpoint] ?? [])
      : needs.map((feature) => ({ feature, body: undefined }))
  return asked.flatMap(({ feature, body }) => turnsOf(feature).map((turn) => ({ endpoint, turn, body })))
})
const parts = rows.flatMap(([endpoint, row]) =>
  Object.entries(row.parts ?? {}).flatMap(([name, governing]) =>
    governing.map((by) => ({ part: `${endpoint}.${name}`, by })),
  ),
)

/** Settings that only change what a page shows, with the reason: no call depends on them. */
const displayOnly: Readonly<Record<string, string>> = {
  'consumer_application_settings.home_page.welcome_box.online_order.enable':
    'a link on the home page; ordering has its own switch',
  'consumer_application_settings.consumer_portal_footer.show_footer': 'the footer',
  'consumer_application_settings.consumer_portal_footer.show_footer_logo': 'the footer',
  'consumer_application_settings.consumer_portal_footer.show_contact_info': 'the footer',
  'consumer_application_settings.consumer_portal_footer.show_facebook': 'the footer',
  'consumer_application_settings.consumer_portal_footer.show_instagram': 'the footer',
  'consumer_application_settings.consumer_portal_footer.show_twitter': 'the footer',
  'home.show_rewards': 'a box on the home page; rewards have their own switch',
  'home.show_announcements':
    'tiles on the home page; the same announcements are banners and the closed notice elsewhere',
  'home.show_home_button': 'the navigation',
  'meals.inhouse_orders.enable':
    'orders at the tables: the portal has no page for them, and no call takes one (merchants/README.md)',
  'my_gifts.enable':
    'the list of gift cards is a page; who owns a card is shown it, and pays with it, all the same',
  'location_hours.enable_for_online_order':
    'the notice that the restaurant is closed; the kitchen’s hours are what ordering goes by',
}

describe('the table of switches and calls', () => {
  it('has a row for every call, and names the calls that each switch governs', () => {
    expect(Object.keys(switchTable).sort()).toEqual(Object.keys(endpoints).sort())
    const governing = new Set([
      ...doors.map(({ turn }) => turn.name),
      ...parts.flatMap(({ by }) => turnsOf(by).map(({ name }) => name)),
    ])
    for (const name of allSwitches)
      expect([name, governing.has(name) !== Object.hasOwn(displayOnly, name)]).toEqual([name, true])
    for (const name of Object.keys(displayOnly)) expect(allSwitches).toContain(name)
  })

  it('knows every option of ordering', () => {
    expect(Object.keys(orderingSwitches).sort()).toEqual(listBooleans(OrderingFile).sort())
    const governing = new Set(parts.map(({ by }) => by))
    for (const by of Object.values(orderingSwitches)) expect(governing).toContain(by)
  })

  it('requests every part and every body that it names', () => {
    expect(Object.keys(tries).sort()).toEqual([...new Set(parts.map(({ part }) => part))].sort())
    expect(Object.keys(bodies).sort()).toEqual(
      rows.flatMap(([endpoint, { needs }]) => (typeof needs === 'function' ? [endpoint] : [])).sort(),
    )
  })
})

const somebody = (subject: string) => ({
  subject,
  email: `${subject}@example.com`,
  emailVerified: true,
  firstName: 'Rosa',
  lastName: 'Diaz',
})

describe.for(oneDatabase)('a switch that is off [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let member: SignedIn
  let people = 0
  beforeAll(async () => {
    const provider = { verify: async () => somebody(`new-${++people}`) }
    larder = await startTestLarder(engine, {
      merchantsDir: merchantsWithSignIn({ google: 'at-google', facebook: 'at-facebook' }),
      identity: { google: provider, facebook: provider },
      verification: everybody,
    })
    larder.change('tavola', withEverything)
    await addProgram(larder)
    guest = new Guest(larder)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    member = await newMember(larder)
  })
  afterAll(() => larder.close())

  const turn = (one: Turn, on: boolean): void => larder.change('tavola', edit(one, on))

  it.each(doors.map((door) => ({ ...door, switch: door.turn.name })))(
    '$switch: $endpoint is refused when it is off, and accepted when it is on @OV-02 @RO-04 @EN-10 @EN-11 @EN-12 @EN-13',
    async (door) => {
      const { method, path } = endpoints[door.endpoint]
      const address = path.replace(/:(?!loc\b)\w+/g, 'unknown')
      const send = () =>
        member.send<ProblemBody>(
          method,
          address,
          door.body ?? (method === 'GET' || method === 'DELETE' ? undefined : {}),
        )
      turn(door.turn, false)
      const refused = await send()
      expect([refused.status, refused.body.code]).toEqual([403, 'not_offered'])
      expect(refused.body.message).toContain('Tavola')
      turn(door.turn, true)
      expect((await send()).body.code).not.toBe('not_offered')
    },
  )

  const asked = parts.flatMap(({ part, by }) =>
    turnsOf(by).map((one) => ({ part, turn: one, switch: one.name })),
  )
  it.each(asked)(
    '$switch: $part is left out when it is off, and included when it is on @EN-33',
    async (one) => {
      turn(one.turn, true)
      const ask = await tries[one.part]!({ larder, guest, member }, one.turn.by)
      turn(one.turn, false)
      expect(await ask()).toBe(false)
      turn(one.turn, true)
      expect(await ask()).toBe(true)
    },
  )
})

/** The fixture with texts for every page, and a menu for ordering only. */
function withEverything(document: MerchantDocument): MerchantDocument {
  const [dinner] = document.menus
  const lunch = { ...dinner!, external_id: 'lunch', modes: ['order' as const] }
  const pages = ['about_page', 'catering_page', 'gallery_page', 'read_only_non_pos_page', 'reward_page'].map(
    (name) => ({ name, value: {} }),
  )
  return {
    ...document,
    menus: [...document.menus, lunch],
    configurations: [...document.configurations, ...pages],
  }
}
