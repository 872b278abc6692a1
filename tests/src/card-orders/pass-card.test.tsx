// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { localTime } from '#contract/local-time.ts'
import type { Card } from '#contract/schemas/card.ts'
import { deviceZone } from '#contract/time-zones.ts'
import { PassCardScreen } from '#features/card-orders/screens/pass-card-screen.tsx'
import { AppError } from '#lib/errors/app-error.ts'
import { lostAnswerText } from '#lib/errors/explain.ts'
import { card, user } from '../support/account.ts'
import { cardOrder, CardOrdersNet } from '../support/card-order-page.tsx'
import { refused } from '../support/order-page.tsx'
import { fill, find, press, setMedia, show, until } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

/** Passing on a card: what was typed is kept until it is sent. */

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

let cards: Card[] = []
let leave: () => Promise<void>
const openAt = async (cardId: string, api_extensions: string[]) => {
  const net = new CardOrdersNet()
  net.say = ({ path }) =>
    path.endsWith('/pass')
      ? { status: 200, json: { card_order: cardOrder({ type: 'SendText', status: 'Submitted' }) } }
      : undefined
  const plain = siteCopy()
  const copy = { ...plain, location: { ...plain.location, api_extensions } }
  cards = [card(), card({ id: 'card-2' })]
  const { page } = sitePage(
    { '/pass': () => <PassCardScreen cardId={cardId} /> },
    {
      at: '/pass',
      user: user(),
      net,
      copy,
      services: { readCards: async () => ({ value: cards, savedAt: 1 }) },
    },
  )
  const { again } = await show(page)
  leave = () => again(null)
  return net
}
const open = async (cardId = 'card-1') => {
  const net = await openAt(cardId, ['gift_pass_on', 'gift_schedule'])
  await until(() => find('form'))
  return net
}
const input = (name: string) => find<HTMLInputElement>(`[name=${name}]`)
const message = () => find<HTMLTextAreaElement>('textarea')
const write = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(message(), text)
    message().dispatchEvent(new Event('input', { bubbles: true }))
  })
const fillAll = async () => {
  await press(find('input', 'By text message'))
  await fill(input('recipient_first_name'), 'Vera')
  await fill(input('recipient_last_name'), 'Lund')
  await fill(input('recipient_phone'), '2125550177')
  await write('Eat well.')
}

describe('a card that is passed on', () => {
  it('at a time that is not whole, or is over, leads to the field that must change, and sends nothing', async () => {
    const nowMs = Date.UTC(2026, 5, 15, 12)
    vi.useFakeTimers({ toFake: ['Date'], now: nowMs })
    onTestFinished(() => void vi.useRealTimers())
    const today = localTime(nowMs, deviceZone()).date
    const net = await open()
    await fillAll()
    await press(find('input', 'Pick a date and time'))
    const noteOf = (name: string) =>
      document.getElementById(input(name).getAttribute('aria-describedby') ?? '')?.textContent
    const passOn = () => press(find('button', 'PASS ON $75.00'))
    await passOn()
    expect(document.activeElement).toBe(input('send_date'))
    expect(noteOf('send_date')).toBe('Please choose a date and a time')
    await fill(input('send_date'), today)
    await passOn()
    expect(document.activeElement).toBe(input('send_time'))
    expect([noteOf('send_time'), input('send_date').getAttribute('aria-invalid')]).toEqual([
      'Please choose a date and a time',
      null,
    ])
    await fill(input('send_time'), '00:00')
    await passOn()
    expect(document.activeElement).toBe(input('send_time'))
    expect(noteOf('send_time')).toBe('Please choose a time in the future')
    await fill(input('send_date'), '2020-01-01')
    await passOn()
    expect(document.activeElement).toBe(input('send_date'))
    expect(noteOf('send_date')).toBe('Please choose a time in the future')
    expect(net.calls.filter(({ path }) => path.endsWith('/pass'))).toEqual([])
  })

  it('keeps typed text over a reload, until it is sent (P12)', async () => {
    await open()
    await fillAll()
    await leave()
    const net = await open()
    expect(find<HTMLInputElement>('input', 'By text message').checked).toBe(true)
    expect([input('recipient_first_name').value, input('recipient_phone').value, message().value]).toEqual([
      'Vera',
      '(212) 555-0177',
      'Eat well.',
    ])
    await press(find('button', 'PASS ON $75.00'))
    await until(() => expect(document.body.textContent).toBe('somewhere else'))
    expect(net.calls.find(({ path }) => path.endsWith('/pass'))?.body).toMatchObject({
      type: 'SendText',
      amount: 75,
      recipient_first_name: 'Vera',
      recipient_phone: '2125550177',
      personal_message: 'Eat well.',
    })
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Vera')
  })

  it('shows its current balance when that has changed, and gives that at the next tap', async () => {
    const net = await open()
    await fillAll()
    const pass = net.say
    net.say = ({ path }) =>
      path.endsWith('/pass')
        ? refused(409, 'changed_meanwhile', 'There is $60.00 on this gift card now.')
        : undefined
    cards = [card({ balance: 6000 })]
    await press(find('button', 'PASS ON $75.00'))
    await until(() => find('button', 'PASS ON $60.00'))
    expect([document.body.textContent.includes('There is $60.00'), message().value]).toEqual([
      true,
      'Eat well.',
    ])
    net.say = pass
    await press(find('button', 'PASS ON $60.00'))
    await until(() => expect(document.body.textContent).toBe('somewhere else'))
    expect(net.calls.filter(({ path }) => path.endsWith('/pass')).map(({ body }) => body)).toMatchObject([
      { amount: 75 },
      { amount: 60 },
    ])
  })

  it('that went although its answer was lost is said to have gone once the cards are read again, with the focus there', async () => {
    const net = await open()
    await fillAll()
    const inView: Element[] = []
    Element.prototype.scrollIntoView = function (this: Element) {
      inView.push(this)
    }
    net.say = ({ path }) => {
      if (!path.endsWith('/pass')) return undefined
      cards = [card({ balance: 0 })]
      throw new AppError('timeout', 'No answer came.')
    }
    await press(find('button', 'PASS ON $75.00'))
    const link = await until(() => find<HTMLAnchorElement>('a', 'Gifts you sent'))
    expect(link.getAttribute('href')).toBe('/mycards/sent')
    expect(document.body.textContent).toContain('It went through: the card was passed on.')
    const focused = document.activeElement!
    expect([focused === document.body, focused.contains(link), inView.at(-1) === focused]).toEqual([
      false,
      true,
      true,
    ])
    expect(net.calls.filter(({ path }) => path.endsWith('/pass'))).toHaveLength(1)
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Vera')
  })

  it('that is among the cards still stays as it was typed, and nobody says that the device is offline', async () => {
    const net = await open()
    await fillAll()
    net.say = ({ path }) => {
      if (path.endsWith('/pass')) throw new AppError('offline', 'No answer came.')
      return undefined
    }
    await press(find('button', 'PASS ON $75.00'))
    const said = await until(() => find('[role=alert]'))
    expect(said.textContent).toBe(lostAnswerText)
    expect([input('recipient_first_name').value, find('button', 'PASS ON $75.00').textContent]).toEqual([
      'Vera',
      'PASS ON $75.00',
    ])
  })

  it('is sent at the chosen time, also after a reload', async () => {
    await open()
    await press(await until(() => find('input', 'Pick a date and time')))
    await fill(input('send_time'), '09:30')
    await leave()
    await open()
    await until(() => expect(input('send_time').value).toBe('09:30'))
  })

  it('has nothing that was typed for another', async () => {
    await open()
    await fillAll()
    await leave()
    await open('card-2')
    expect([input('recipient_first_name').value, message().value]).toEqual(['', ''])
  })

  it('is not offered by a restaurant whose API cannot do that', async () => {
    await openAt('card-1', [])
    await until(() => find('h1', 'Not offered here'))
    expect(document.querySelector('form')).toBeNull()
  })
})
