// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { entryNames } from '#db/names.ts'
import type { NetRequest } from '#lib/api/net.ts'
import { card } from '../support/account.ts'
import { CardsNet, cardsPage, problem } from '../support/cards.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'

/** A gift received by a link, from any server. */

beforeEach(() => {
  setMedia({})
})

/** Holds a call until it is released. */
class SlowNet extends CardsNet {
  slow: string | undefined
  go: (() => void) | undefined
  override async send(request: NetRequest) {
    if (this.slow !== undefined && request.url.includes(this.slow))
      await new Promise<void>((resolve) => (this.go = resolve))
    return await super.send(request)
  }
}
const open = async (net: CardsNet) =>
  show((await cardsPage(net, '/gift/card-1', { my_gifts: { enable: true } })).page)
const button = (name: string) => find<HTMLButtonElement>('button', name)
const words = () => document.body.textContent
const saying = (answer: object) => {
  const net = new SlowNet()
  net.trouble = (path) =>
    path.endsWith('/egift') ? { status: 200, json: { card: card(), ...answer } } : undefined
  return net
}

describe('a gift by link', () => {
  it('says that it is loading, then shows the card @ST-39', async () => {
    const net = saying({})
    net.slow = '/egift'
    await open(net)
    await until(() => expect(find('[role=status]').textContent).toBe('Loading'))
    expect(words()).not.toMatch(/GIFT AMOUNT|APPLY TO ACCOUNT/)
    net.slow = undefined
    await until(() => net.go!())
    await until(() => expect(words()).toContain('GIFT AMOUNT$75.00'))
    await until(() => expect(button('APPLY TO ACCOUNT').disabled).toBe(false))
  })

  it('has its words as they were written: their lines, and the direction that they are read in', async () => {
    const message = 'مع أطيب التمنيات\nRosa'
    await open(saying({ card: card({ personal_message: message }) }))
    await until(() => expect(words()).toContain('MESSAGE'))
    const said = [...document.querySelectorAll('dd > span')].find((one) => one.textContent === message)!
    expect([said.getAttribute('dir'), getComputedStyle(said).whiteSpace]).toEqual(['auto', 'pre-line'])
  })

  it('says what went wrong in place of the card @ST-39', async () => {
    const net = new CardsNet()
    const notFound = { status: 404, json: { message: 'No such gift.', code: 'not_found', errors: [] } }
    net.trouble = (path) => (path.endsWith('/egift') ? notFound : undefined)
    await open(net)
    await until(() => expect(find('[role=alert]').textContent).toMatch(/^ErrorThis link doesn’t work/))
    expect(words()).not.toMatch(/GIFT AMOUNT|A gift card for you/)
    await until(() => expect(words()).toContain('send you the link again, or call (212) 555-0100.'))
    expect(find('a', 'HOME').getAttribute('href')).toBe('/')
  })

  it('ignores a second tap while it is added to the account, and has neither button afterwards @ST-39', async () => {
    const net = saying({})
    await open(net)
    await until(() => expect(button('APPLY TO ACCOUNT').disabled).toBe(false))
    net.slow = '/card/import'
    await press(button('APPLY TO ACCOUNT'))
    await until(() => expect(button('ONE MOMENT…').getAttribute('aria-disabled')).toBe('true'))
    // A browser takes the focus from a disabled button; jsdom does not.
    expect(button('ONE MOMENT…').disabled).toBe(false)
    await press(button('ONE MOMENT…'))
    expect(net.callsOf('/card/import')).toHaveLength(0)
    net.slow = undefined
    net.go!()
    await until(() => expect(words()).toContain('GIFT CARD ADDED'))
    expect([button('APPLY TO ACCOUNT').disabled, button('COPY CARD NUMBER').disabled]).toEqual([true, true])
    expect(net.callsOf('/card/import')).toHaveLength(1)
    expect(document.activeElement?.textContent).toContain('GIFT CARD ADDED')
  })

  it('takes two presses before the first is drawn for one', async () => {
    const net = saying({})
    await open(net)
    await until(() => expect(button('APPLY TO ACCOUNT').disabled).toBe(false))
    await act(async () => {
      button('APPLY TO ACCOUNT').click()
      button('APPLY TO ACCOUNT').click()
    })
    await until(() => expect(words()).toContain('GIFT CARD ADDED'))
    expect(net.callsOf('/card/import')).toHaveLength(1)
  })

  it('that has an error shows it under the heading Error, and can be neither applied nor copied @ER-08 @ER-05 @AP-06', async () => {
    await open(saying({ has_error: true, error: { message: 'This gift card has expired.' } }))
    await until(() => expect(find('[role=alert]').textContent).toBe('ErrorThis gift card has expired.'))
    await until(() => expect(button('APPLY TO ACCOUNT').disabled).toBe(true))
    expect(button('COPY CARD NUMBER').disabled).toBe(true)
  })

  const used = card({ card_number: '•••• 7896', number: '•••• 7896', balance: 0, id: 'card-1' })
  const inAccount = {
    card: used,
    has_error: true,
    error: { message: 'This gift card has been added to an account. Sign in to see it.' },
  }
  const actions = () => [...document.querySelectorAll('button')].map((one) => one.textContent)

  it('that is opened again by its owner says that it is in their account, and leads to the cards', async () => {
    const net = saying(inAccount)
    net.cards = [card({ id: 'own-1' })]
    await open(net)
    await until(() =>
      expect(find('[role=status]', /your account/).textContent).toBe('This gift is in your account.'),
    )
    expect(document.querySelector('[role=alert]')).toBeNull()
    expect(actions()).toEqual([])
    expect(find('a', 'VIEW MY GIFT CARDS').getAttribute('href')).toBe('/mycards')
  })

  it('that is in another account does not ask a signed-in member to sign in', async () => {
    const net = saying(inAccount)
    net.cards = [card({ id: 'own-1', created_at: '2026-11-21T12:00:00.000Z' })]
    await open(net)
    await until(() =>
      expect(find('[role=alert]').textContent).toBe('ErrorThis gift card has been added to an account.'),
    )
    expect(find('a', 'VIEW MY GIFT CARDS').getAttribute('href')).toBe('/mycards')
  })

  it('that is in an account lets a guest sign in, and leads back', async () => {
    const { page, session } = await cardsPage(saying(inAccount), '/gift/card-1')
    session.set({ state: 'guest' })
    await show(page)
    await until(() => expect(find('[role=alert]').textContent).toMatch(/Sign in to see it\.$/))
    expect(actions()).toEqual(['SIGN IN'])
    await press(button('SIGN IN'))
    await until(() => expect(find('h1').textContent).toBe('Sign in'))
    expect(sessionStorage.getItem(entryNames.previousPath)).toBe('/gift/card-1')
  })

  it('that is void is called so, and leads home', async () => {
    const words = 'This gift card is no longer valid.'
    await open(saying({ ...inAccount, card: { ...used, status: 'disabled' }, error: { message: words } }))
    await until(() => expect(find('[role=alert]').textContent).toBe(`Error${words}`))
    expect(actions()).toEqual([])
    expect(find('a', 'HOME').getAttribute('href')).toBe('/')
  })

  it('that has an error and no card shows the error’s words @ER-08 @ER-05 @AP-06', async () => {
    await open(saying({ card: null, has_error: true, error: { message: 'This gift was taken back.' } }))
    await until(() => expect(find('[role=alert]').textContent).toBe('ErrorThis gift was taken back.'))
    expect(words()).not.toContain('Try again')
  })

  it('shows the restaurant’s message about it @AP-06', async () => {
    await open(saying({ success_message: { header: 'For you', message: 'Somebody thought of you.' } }))
    await until(() =>
      expect(find('[role=status]', /Somebody/).textContent).toBe('FOR YOUSomebody thought of you.'),
    )
  })

  it('that cannot be applied says why, under the heading Error @ER-08', async () => {
    const net = saying({})
    await open(net)
    await until(() => expect(button('APPLY TO ACCOUNT').disabled).toBe(false))
    net.trouble = (path) =>
      path === '/card/import' ? problem('This card is in another account.') : undefined
    await press(button('APPLY TO ACCOUNT'))
    await until(() => expect(find('[role=alert]').textContent).toBe('ErrorThis card is in another account.'))
    expect(button('APPLY TO ACCOUNT').disabled).toBe(false)
  })
})
