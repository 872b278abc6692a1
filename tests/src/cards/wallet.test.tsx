// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import type { Settings } from '#contract/schemas/location.ts'
import { noteReachability } from '#lib/ports/reachability.ts'
import { walletsOfDevice } from '#features/cards/use-wallet.ts'
import { card } from '../support/account.ts'
import { CardsNet, cardsPage, problem } from '../support/cards.tsx'
import { press, setMedia, show, until } from '../support/screen.tsx'

/** The buttons that add a card to a phone's wallet, on a card's page and on a gift's page. */

beforeEach(() => {
  setMedia({})
  noteReachability('reachable')
})

const offering = (wallet_passes = true): Settings['cards'] => ({ digital: { enable: true, wallet_passes } })

/** A server that signs passes for these wallets; `says` may answer in its place. */
function netWith(wallets: readonly string[], says: CardsNet['trouble'] = () => undefined): CardsNet {
  const net = new CardsNet()
  net.trouble = (path) =>
    says(path) ??
    (path === '/wallets'
      ? { status: 200, json: { wallets, sandbox: [] } }
      : path.endsWith('/egift')
        ? { status: 200, json: { card: card() } }
        : undefined)
  return net
}
const both = ['apple', 'google']
const open = async (
  net: CardsNet,
  at = '/mycards/card-1/view',
  options: Parameters<typeof cardsPage>[2] = {},
) => show((await cardsPage(net, at, { cards: offering(), extensions: ['wallet_pass'], ...options })).page)
const badges = () =>
  [...document.querySelectorAll('button')].filter((one) => /Add to .+ Wallet/.test(one.textContent))
const names = () => badges().map(({ textContent }) => textContent)
const words = () => document.body.textContent

describe('the buttons that add a card to a wallet', () => {
  it.each(['/mycards/card-1/view', '/gift/card-1'])('are both shown on a computer: %s', async (at) => {
    await open(netWith(both), at)
    await until(() => expect(names()).toEqual(['Add to Apple Wallet', 'Add to Google Wallet']))
    expect(words()).toContain('The pass shows today’s balance.')
  })

  it.each([
    ['/mycards/card-1/view', 'RETURN TO MY GIFT CARDS'],
    ['/gift/card-1', 'COPY CARD NUMBER'],
  ])('stand below the other ways on, which they would move as they come: %s', async (at, way) => {
    await open(netWith(both), at)
    await until(() => expect(badges()).toHaveLength(2))
    const other = [...document.querySelectorAll('a, button')].find((one) => one.textContent.includes(way))!
    expect(other.compareDocumentPosition(badges()[0]!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('are those that the restaurant’s server signs for', async () => {
    await open(netWith(['google']))
    await until(() => expect(names()).toEqual(['Add to Google Wallet']))
  })

  it.each([
    ['the restaurant has switched them off', netWith(both), { cards: offering(false) }],
    ['its server supports none', netWith(both), { extensions: [] }],
    ['it has no keys', netWith([]), {}],
  ])('are not shown where %s', async (_why, net, options) => {
    await open(net, '/mycards/card-1/view', options)
    await until(() => expect(words()).toContain('Balance as of'))
    await until(() => expect(words()).toContain('Nothing has happened'))
    expect(names()).toEqual([])
  })

  it('are not shown for an expired card', async () => {
    const net = netWith(both)
    net.cards = [card({ status: 'expired', card_is_expired: true })]
    await open(net)
    await until(() => expect(words()).toContain('This gift card has expired.'))
    expect([names(), net.callsOf('/wallets')]).toEqual([[], []])
  })

  it('wait for a signal, and say so', async () => {
    noteReachability('unreachable')
    await open(netWith(both, (path) => (path === '/wallets' ? 'offline' : undefined)))
    await until(() =>
      expect(words()).toContain('You’re offline. Adding the card to a wallet needs a signal.'),
    )
    expect(badges().map(({ disabled }) => disabled)).toEqual([true, true])
  })

  it('say why there is no pass, and can be tried again', async () => {
    const net = netWith(both, (path) =>
      path.endsWith('/pass')
        ? problem('This gift card is switched off. Please ask us at the restaurant.')
        : undefined,
    )
    await open(net)
    await until(() => expect(badges()).toHaveLength(2))
    await press(badges()[0]!)
    await until(() => expect(words()).toContain('This gift card is switched off.'))
    await press(badges()[1]!)
    await until(() => expect(net.callsOf('/card/card-1/pass')).toHaveLength(2))
    expect(badges().map(({ disabled }) => disabled)).toEqual([false, false])
  })

  it('never lead to an invalid address', async () => {
    const answer = { url: 'javascript:alert(1)', expires_at: '2026-11-20T12:00:00.000Z' }
    await open(netWith(both, (path) => (path.endsWith('/pass') ? { status: 200, json: answer } : undefined)))
    await until(() => expect(badges()).toHaveLength(2))
    await press(badges()[0]!)
    await until(() => expect(words()).toContain('You may need to sign in to this Wi-Fi.'))
  })
})

describe('the wallets that a device has', () => {
  it.each([
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, ['apple']],
    ['an iPad', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, ['apple']],
    ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, both],
    ['an Android phone', 'Mozilla/5.0 (Linux; Android 16; Pixel 9)', 5, ['google']],
    ['a computer with a touch screen', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, both],
  ])('%s', (_what, userAgent, touchPoints, wallets) => {
    expect(walletsOfDevice(userAgent, touchPoints)).toEqual(wallets)
  })
})
