import { describe, expect, it } from 'vitest'
import { type FeatureName, features, findSwitchedOff, isOn, isLinkable } from '#contract/rules/features.ts'
import type { Settings } from '#contract/schemas/location.ts'
import { allOn } from '../src/support/all-on.ts'

const on: Settings = { consumer_application_settings: {}, ...allOn }
const names = Object.keys(features) as FeatureName[]

/** Each switch of the specification with the features that it switches off, and an address that disappears with them. */
const switches: {
  id: string
  off: (settings: Settings) => Settings
  gone: FeatureName[]
  paths: string[]
}[] = [
  {
    id: 'meals.online_orders',
    off: (settings) => ({
      ...settings,
      meals: { ...settings.meals!, online_orders: { enable: false } },
    }),
    gone: ['onlineOrders'],
    paths: ['/order', '/order/dinner/category/pizza', '/ordercart', '/ordercheckout'],
  },
  {
    id: 'meals.read_only_menu',
    off: (settings) => ({ ...settings, meals: { ...settings.meals!, read_only_menu: { enable: false } } }),
    gone: ['readOnlyMenu'],
    paths: ['/menus', '/menus/dinner/category/pizza/item/margherita'],
  },
  {
    id: 'meals.ticket_history',
    off: (settings) => ({ ...settings, meals: { ...settings.meals!, ticket_history: { enable: false } } }),
    gone: ['ticketHistory'],
    paths: [],
  },
  {
    id: 'read_only_menu_non_pos',
    off: (settings) => ({ ...settings, read_only_menu_non_pos: { enable: false } }),
    gone: ['nonPosMenu'],
    paths: [],
  },
  {
    id: 'rewards',
    off: (settings) => ({ ...settings, rewards: { enable: false } }),
    gone: ['rewards'],
    paths: ['/rewards'],
  },
  {
    id: 'my_gifts',
    off: (settings) => ({ ...settings, my_gifts: { enable: false } }),
    gone: ['myGifts'],
    paths: ['/mycards', '/mycards/counter'],
  },
  {
    id: 'my_account',
    off: (settings) => ({ ...settings, my_account: { enable: false } }),
    gone: ['myAccount'],
    paths: ['/account', '/signup'],
  },
  {
    id: 'promo_codes',
    off: (settings) => ({ ...settings, promo_codes: { enable: false } }),
    gone: ['promoCodes'],
    paths: [],
  },
  {
    id: 'about',
    off: (settings) => ({ ...settings, about: { enable: false } }),
    gone: ['about'],
    paths: ['/about'],
  },
  {
    id: 'catering',
    off: (settings) => ({ ...settings, catering: { enable: false } }),
    gone: ['catering'],
    paths: ['/catering'],
  },
  {
    id: 'gallery',
    off: (settings) => ({ ...settings, gallery: { enable: false } }),
    gone: ['gallery'],
    paths: ['/gallery'],
  },
  {
    id: 'feedback',
    off: (settings) => ({ ...settings, feedback: { enable: false } }),
    gone: ['feedback'],
    paths: [],
  },
  {
    id: 'cards.digital.card_management.import_card',
    off: (settings) => ({
      ...settings,
      cards: {
        ...settings.cards,
        digital: {
          ...settings.cards?.digital,
          card_management: { ...settings.cards?.digital?.card_management, import_card: false },
        },
      },
    }),
    gone: ['importCard'],
    paths: ['/mycards/import'],
  },
  {
    id: 'cards.digital.wallet_passes',
    off: (settings) => ({
      ...settings,
      cards: { ...settings.cards, digital: { ...settings.cards?.digital, wallet_passes: false } },
    }),
    gone: ['walletPasses'],
    paths: [],
  },
  {
    id: 'cards.physical.check_card_balance',
    off: (settings) => ({
      ...settings,
      cards: { ...settings.cards, physical: { ...settings.cards?.physical, check_card_balance: false } },
    }),
    gone: ['checkBalance'],
    paths: ['/checkcardbalance', '/mycards/check'],
  },
  {
    id: 'cards.physical',
    off: (settings) => ({
      ...settings,
      cards: { ...settings.cards, physical: { ...settings.cards?.physical, enable: false } },
    }),
    gone: ['physicalCards', 'checkBalance', 'sendCardByMail'],
    paths: ['/physicalcards', '/cart', '/checkout', '/checkcardbalance'],
  },
]

const listSwitchedOff = (settings: Settings): FeatureName[] => names.filter((name) => !isOn(settings, name))

describe('feature switches', () => {
  it('all on: every address is open, and everything is offered @OV-02', () => {
    expect(listSwitchedOff(on)).toEqual([])
    for (const { paths } of switches)
      for (const path of paths) expect(findSwitchedOff(on, path)).toBeUndefined()
  })

  it.each(switches)(
    '$id switched off alone removes its own addresses and offers, and nothing else @OV-02 @EN-12 @EN-13 @RO-04 @EN-14',
    ({ off, gone, paths }) => {
      const settings = off(on)
      expect(listSwitchedOff(settings).sort()).toEqual([...gone].sort())
      for (const path of paths) expect(gone).toContain(findSwitchedOff(settings, path))
      const others = switches.flatMap((one) =>
        one.gone.some((name) => gone.includes(name)) ? [] : one.paths,
      )
      for (const path of others) expect(findSwitchedOff(settings, path)).toBeUndefined()
    },
  )

  it('two switched off together remove what each of them removes @OV-02', () => {
    for (const first of switches)
      for (const second of switches) {
        const settings = second.off(first.off(on))
        const gone = new Set([...first.gone, ...second.gone])
        // Without either kind of menu there is no page to read menus on; without a page that shows dishes, there are none to read.
        if (gone.has('readOnlyMenu') && gone.has('nonPosMenu')) gone.add('menuToRead')
        if (gone.has('readOnlyMenu') && gone.has('catering')) gone.add('dishesToRead')
        expect(listSwitchedOff(settings).sort(), `${first.id} with ${second.id}`).toEqual([...gone].sort())
      }
  })

  it('a missing switch is off: a restaurant without settings still has its home and its legal pages', () => {
    const quiet: Settings = { consumer_application_settings: {} }
    expect(listSwitchedOff(quiet).sort()).toEqual([...names].sort())
    for (const path of [
      '/',
      '/home',
      '/privacy',
      '/terms',
      '/login',
      '/gift/abc',
      '/ticket/abc',
      '/receipt?type=ticket',
      '/thankyou',
    ])
      expect(findSwitchedOff(quiet, path)).toBeUndefined()
  })

  it('digital cards and cards by post are sent from one page, which exists for either @EN-10 @EN-11 @OV-02', () => {
    const cards = (digital: boolean, physical: boolean, byMail: boolean, byText = true): Settings => ({
      ...on,
      cards: {
        digital: { enable: digital, send_card_by_text: byText },
        physical: { enable: physical, send_card_by_mail: byMail },
      },
    })
    const isOpen = (settings: Settings): boolean => findSwitchedOff(settings, '/sendcard') === undefined
    expect([isOpen(cards(true, false, false)), isOpen(cards(false, true, true))]).toEqual([true, true])
    expect([isOpen(cards(false, true, false)), isOpen(cards(false, false, true))]).toEqual([false, false])
    // These cards can only be bought for oneself, not sent.
    expect(isOpen(cards(true, false, false, false))).toBe(false)
    expect(findSwitchedOff(cards(false, true, true), '/mycards/import')).toBe('importCard')
  })

  it('orders in the house have a switch of their own: with online orders off, nothing can be ordered @EN-12 @OV-02', () => {
    const meals = {
      read_only_menu: { enable: false },
      online_orders: { enable: false },
      inhouse_orders: { enable: true },
      ticket_history: { enable: true },
    }
    for (const path of ['/order', '/order/dinner', '/ordercart', '/ordercheckout'])
      expect(findSwitchedOff({ ...on, meals }, path)).toBe('onlineOrders')
  })

  it('the page for reading menus exists for either kind of menu @EN-12 @OV-02', () => {
    const meals = { ...on.meals!, read_only_menu: { enable: false } }
    expect(findSwitchedOff({ ...on, meals }, '/menu/readonly')).toBeUndefined()
    expect(
      findSwitchedOff({ ...on, meals, read_only_menu_non_pos: { enable: false } }, '/menu/readonly'),
    ).toBe('menuToRead')
  })

  it('the list of past orders explains itself by its address, and only the links to it go', () => {
    const settings = switches.find((one) => one.id === 'meals.ticket_history')!.off(on)
    expect([
      findSwitchedOff(settings, '/tickethistory'),
      isLinkable(settings, '/tickethistory'),
      isLinkable(on, '/tickethistory'),
    ]).toEqual([undefined, false, true])
  })

  it('an address is the same with a query, a fragment, a slash at its end or capital letters', () => {
    const settings = switches.find((one) => one.id === 'gallery')!.off(on)
    for (const path of [
      '/gallery',
      '/gallery/',
      '/gallery?from=menu',
      '/gallery#top',
      '/Gallery',
      '/GALLERY/',
    ])
      expect(findSwitchedOff(settings, path)).toBe('gallery')
    for (const path of ['/gallerys', '/x/gallery', '/'])
      expect(findSwitchedOff(settings, path)).toBeUndefined()
  })
})
