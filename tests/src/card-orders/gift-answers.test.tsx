// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { giftLocalWords } from '#contract/rules/gift-time.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import { MessageRow, RecipientRow } from '#shared/forms/gift-answer-rows.tsx'
import { GiftReceipt } from '#features/card-orders/components/gift-answers.tsx'
import {
  cardOrder,
  cardOrderPage,
  type CardOrderPageOptions,
  CardOrdersNet,
} from '../support/card-order-page.tsx'
import { fill, find, press, setMedia, show, until } from '../support/screen.tsx'
import { stripeWithout } from '../support/stripe.ts'

/** The answers about a gift, before it is paid. */

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  Object.assign(globalThis, { LarderSandboxPayments: () => stripeWithout(() => ({ on: () => undefined })) })
})

const classic: CardOrder['design'] = {
  id: 'classic',
  name: 'Classic',
  words: 'A gift for you',
  pattern: 'plain',
  ground: '#204020',
  motif: '#ffffff',
  ink: 'light',
}

const open = async (
  type: CardOrder['type'],
  step: number,
  changes: Partial<CardOrder>,
  settings: CardOrderPageOptions['settings'] = {},
  extensions = ['gift_schedule'],
) => {
  const made = await cardOrderPage(new CardOrdersNet(), `/flow/${type}`, {
    row: {
      type,
      step,
      snapshot: cardOrder({
        type,
        items: [{ index: 1, item: 'giftcard', price: 25, quantity: 1, program_id: 'classic' }],
        recipient_first_name: 'Rosa',
        recipient_last_name: 'Quill',
        ...changes,
      }),
    },
    extensions,
    settings,
  })
  await show(made.page)
  return made
}
const rows = () =>
  [...document.querySelectorAll('ul[aria-label="Your answers so far"] > li')].map((one) =>
    [...one.querySelectorAll(':scope > div > span')].map((part) => part.textContent).join(': '),
  )
const title = (text: string) => until(() => expect(find('form h2').textContent).toBe(text))

it('a gift by email says to whom and when before it is paid, and each can be changed', async () => {
  const local = `${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)}T18:30`
  await open('SendEmail', 5, {
    recipient_email: 'rosa@exmaple.com',
    send_at_local: local,
    send_time_zone: 'America/New_York',
    personal_message: 'Happy birthday',
  })
  await title('Please enter your payment information.')
  expect(rows()).toEqual([
    'Recipient: Rosa Quill, rosa@exmaple.com',
    `Time: ${giftLocalWords(local, 'America/New_York')}`,
    'Message: Happy birthday',
  ])
  await press(find('button', 'Change message'))
  await title('Would you like to include a personal message?')
  await press(find('button', 'CONTINUE'))
  await title('Please enter your payment information.')
  await press(find('button', 'Change recipient'))
  await title('Who is it for?')
  await fill(find<HTMLInputElement>('[name=recipient_email]'), 'rosa@example.com')
  await press(find('button', 'CONTINUE'))
  await title('Would you like to include a personal message?')
  await press(find('button', 'CONTINUE'))
  await title('Please enter your payment information.')
  expect(rows()[0]).toBe('Recipient: Rosa Quill, rosa@example.com')
})

it('one whose time has passed before it is paid is sent at once, and says so', async () => {
  await open('SendEmail', 5, {
    recipient_email: 'rosa@example.com',
    send_at_local: '2026-01-05T08:00',
    send_time_zone: 'America/New_York',
  })
  await title('Please enter your payment information.')
  expect(rows()).toContain('Time: As soon as you have paid')
  await press(find('button', 'Change time'))
  await title('Who is it for?')
})

it('its time is not to be changed where the restaurant sends it at once alone', async () => {
  await open('SendEmail', 5, { recipient_email: 'rosa@example.com' }, {}, [])
  await title('Please enter your payment information.')
  expect(rows()).toContain('Time: As soon as you have paid')
  expect(document.querySelector('button[aria-label="Change time"]')).toBeNull()
})

it('each leads to its own step where the restaurant takes no promo codes, which is a step less', async () => {
  const gift = { recipient_email: 'rosa@example.com', personal_message: 'Happy birthday' }
  await open('SendEmail', 4, gift, { promo_codes: { enable: false } })
  await title('Please enter your payment information.')
  await press(find('button', 'Change message'))
  await title('Would you like to include a personal message?')
  await press(find('button', 'CONTINUE'))
  await title('Please enter your payment information.')
  await press(find('button', 'Change recipient'))
  await title('Who is it for?')
})

it.each([
  [
    'SendText' as const,
    { recipient_phone: '2125550177' },
    ['Recipient: Rosa Quill, (212) 555-0177', 'Time: As soon as you have paid', 'Message: '],
  ],
  [
    'SendPhysical' as const,
    {
      recipient_address: '12 Harbor Lane',
      recipient_city: 'Portland',
      recipient_state: 'ME',
      recipient_zip: '04101',
    },
    ['Recipient: Rosa Quill, 12 Harbor Lane, Portland, ME 04101', 'Message: '],
  ],
])('%s says where to send it', async (type, recipient, said) => {
  await open(type, 5, recipient)
  await title('Please enter your payment information.')
  expect(rows()).toEqual(said)
})

it('on a phone the card stands below the message that is typed onto it: it grows with every line', async () => {
  await open('SendEmail', 4, {
    design: classic,
  })
  await title('Would you like to include a personal message?')
  const field = find('textarea')
  const card = find('figure')
  expect(field.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

it('a long message is cut between characters, and never within an emoji', async () => {
  await show(<MessageRow message={`${'a'.repeat(59)}🎂🎂`} onChange={undefined} />)
  expect(find('li').textContent).toBe(`Message${'a'.repeat(59)}🎂…`)
})

it('a message is shown as it was typed, in one piece and with its lines', async () => {
  const message = 'Dear Rosa, Ben, and all:\nhappy birthday, you two'
  await show(<MessageRow message={message} onChange={undefined} />)
  expect([...document.querySelectorAll('li bdi')].map((one) => one.textContent)).toEqual([message])
})

it('the review shows the gift’s recipient, time and message @GC-31', async () => {
  const local = `${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)}T18:30`
  const order = cardOrder({
    type: 'SendEmail',
    status: 'Complete',
    recipient_first_name: 'Rosa',
    recipient_last_name: 'Quill',
    recipient_email: 'rosa@example.com',
    personal_message: 'Happy birthday',
    send_at_local: local,
    send_time_zone: 'America/New_York',
    gift: { state: 'scheduled', can_change: true },
  })
  await show(<GiftReceipt order={order} />)
  expect(
    [...document.querySelectorAll('ul[aria-label="Your gift"] > li')].map((row) => row.textContent),
  ).toEqual([
    'RecipientRosa Quill, rosa@example.com',
    `TimeGoes to Rosa on ${giftLocalWords(local, 'America/New_York')}.`,
    'MessageHappy birthday',
  ])
})

it('a right-to-left name is isolated, and the comma after it stays with the line', async () => {
  const to = { recipient_first_name: 'محمد', recipient_last_name: 'علي' }
  await show(<RecipientRow to={to} place="(212) 555-0100" onChange={undefined} />)
  const parts = [...document.querySelectorAll('li bdi')]
  expect(parts.map((one) => one.textContent)).toEqual(['محمد علي', '(212) 555-0100'])
  expect(parts[0]!.nextSibling?.textContent).toBe(', ')
})
