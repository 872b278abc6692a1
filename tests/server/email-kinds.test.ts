import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PageLanguage } from '#contract/languages/all.ts'
import { themeGiftDesigns } from '#contract/rules/gift-design.ts'
import { readMerchant } from '#server/import/read-merchant.ts'
import { merchantDirectory } from '#server/merchants/merchant.ts'
import * as account from '#server/modules/accounts/emails.ts'
import { type CardMessage, cardEmail, cardText } from '#server/modules/card-orders/messages.ts'
import { cardOrderEmail, type CardOrderMessage } from '#server/modules/order-messages/card-emails.ts'
import { orderEmail } from '#server/modules/order-messages/emails.ts'
import {
  type CardPlacedFacts,
  type OrderEvent,
  orderEvents,
  type OrderFacts,
} from '#server/modules/order-messages/outbox.ts'
import { orderPush } from '#server/modules/order-messages/pushes.ts'
import { guestEmailKinds, type MailMessage } from '#server/ports/mail/mail.ts'
import { dinnerTime, fixtureMerchants } from './support/larder.ts'

/** Every kind of email to guests, in its variants, compared with the catalogues: text that does not go through them would stay English. */

const { document, revision } = readMerchant(join(fixtureMerchants, 'tavola'), 'tavola', [], {
  allowMissingPictures: false,
})!
const merchant = merchantDirectory([{ revision, document }]).findByLabel('tavola')!
const reached = { production: false, port: undefined }
const reader = (language: PageLanguage) => ({ email: 'ada@example.com', language })
const link = 'http://tavola.localhost/x'

const facts: OrderFacts = {
  name: 'T-1012',
  handover: 'curbside',
  totalCents: 4150,
  bill: {
    items: [
      {
        name: 'Margherita',
        quantity: 2,
        choices: ['16 inch', 'Truffle'],
        cents: 4400,
        allergens: { contains: ['gluten', 'milk'], free_from: 'others' },
      },
      { name: 'Carbonara', quantity: 1, choices: [], cents: 0, allergens: { contains: [], free_from: [] } },
    ],
    subTotalCents: 4400,
    discountCents: 1000,
    deliveryCents: 300,
    taxCents: 328,
    tipCents: 122,
  },
  paid: [
    { displayName: 'Visa ending in 4242', amountCents: 3000 },
    { displayName: 'Gift card •••• 1234', amountCents: 1150 },
  ],
  because:
    'We could not make order T-1012. We are sorry! Questions? Please call (212) 555-0100. $30.00 goes back to Visa ending in 4242; allow 5–10 business days. $11.50 is back on gift card •••• 1234. Your reward is yours again.',
  refund: { displayName: 'Visa ending in 4242', amountCents: 3000 },
}
const returned: OrderFacts = {
  ...facts,
  returned: {
    reason: 'missing',
    items: [{ name: 'Margherita', quantity: 2 }],
    parts: [
      { tenderType: 'card', displayName: 'Gift card •••• 1234', amountCents: 1150 },
      { tenderType: 'credit_card', displayName: 'Visa ending in 4242', amountCents: 600 },
    ],
    rewardBack: true,
    rewardGone: true,
  },
}
const orderVariants: OrderFacts[] = [
  facts,
  { ...facts, handover: 'pickup', readyDate: '2026-11-21', readyTime: '6:00pm' },
  { ...facts, handover: 'delivery' },
  { ...facts, name: '' },
]
const variantsOf = (event: OrderEvent): OrderFacts[] =>
  event === 'part-refunded'
    ? [returned, { ...returned, returned: { ...returned.returned!, items: [], reason: 'other' } }]
    : orderVariants
const orders =
  (event: OrderEvent, variants = variantsOf(event)) =>
  (language: PageLanguage): MailMessage[] =>
    variants.map((one) =>
      orderEmail(
        merchant,
        {
          id: 'm1',
          ticketId: 't1',
          event,
          facts: one,
          sentTo: 'ada@example.com',
          createdAt: dinnerTime,
          language,
        },
        reached,
      ),
    )

it('the email about a refund made in Stripe’s dashboard names no tip, like the order’s page', () => {
  const textOf = (reason: string): string =>
    orders('part-refunded', [{ ...returned, returned: { ...returned.returned!, reason, tipCents: 300 } }])(
      'en',
    )[0]!.text
  expect(textOf('missing')).toContain('Tip: $3.00')
  expect(textOf('provider')).not.toContain('Tip')
})

const gift = (language: PageLanguage): CardMessage => ({
  id: 'd1',
  amountCents: 2500,
  fromName: 'Rosa',
  link,
  claimCode: 'ABCD',
  sentTo: 'ada@example.com',
  design: themeGiftDesigns(merchant.host.theme)[0],
  language,
})
const gifts = (language: PageLanguage): CardMessage[] => [
  gift(language),
  { ...gift(language), fromName: undefined },
  { ...gift(language), claimCode: undefined },
]
const sentCards = { id: 'm1', sentTo: 'ada@example.com', createdAt: Date.UTC(2026, 10, 20, 23) }
const cardPlaced = (language: PageLanguage, changes: Partial<CardPlacedFacts>): MailMessage =>
  cardOrderEmail(merchant, {
    ...sentCards,
    language,
    event: 'cards-placed',
    facts: {
      number: 'C-1012',
      how: 'message',
      forName: 'Ada',
      shippingCents: 0,
      discountCents: 0,
      totalCents: 2500,
      displayName: 'Visa ending in 4242',
      ...changes,
    },
  })
const cardRefund = (
  event: 'cards-refunded' | 'cards-refund-failed',
  language: PageLanguage,
  endedLastFours: string[] = [],
): CardOrderMessage => ({
  ...sentCards,
  event,
  facts: { number: 'C-1012', displayName: 'Visa ending in 4242', amountCents: 2500, endedLastFours },
  language,
})
const one =
  (template: (typeof account)['confirmEmail']) =>
  (language: PageLanguage): MailMessage[] => [template(merchant, reader(language), link)]

/** A new kind without a row does not compile. */
const samples: Record<(typeof guestEmailKinds)[number], (language: PageLanguage) => MailMessage[]> = {
  confirm: one(account.confirmEmail),
  finish: one(account.finishEmail),
  known: one(account.knownEmail),
  reset: one(account.resetEmail),
  unlock: one(account.unlockEmail),
  changed: one(account.changedEmail),
  linked: one(account.linkedEmail('Google')),
  exported: one(account.exportedEmail),
  deleted: one(account.deletedEmail),
  'gift-card': (language) => gifts(language).map((message) => cardEmail(merchant, message)),
  'order-placed': orders('placed'),
  'order-ready': orders('ready'),
  'order-part-refunded': orders('part-refunded'),
  'order-cards-placed': (language) =>
    [
      {},
      { giftTime: { atMs: Date.UTC(2026, 11, 24, 23), zone: 'America/New_York' } },
      { how: 'post' as const, shippingCents: 495, discountCents: 250 },
      { how: 'post' as const, forName: '' },
      { how: 'post' as const, items: [{ priceCents: 2500, quantity: 1 }] },
      { how: 'post' as const, forName: '', items: [{ priceCents: 2500, quantity: 1 }] },
      { how: 'reload' as const },
      { how: 'account' as const },
    ].map((changes) => cardPlaced(language, changes)),
  'order-cards-refunded': (language) =>
    [[], ['1234'], ['1234', '5678', '9012']].map((ended) =>
      cardOrderEmail(merchant, cardRefund('cards-refunded', language, ended)),
    ),
  'order-cards-refund-failed': (language) => [
    cardOrderEmail(merchant, cardRefund('cards-refund-failed', language)),
  ],
  'order-cards-undelivered': (language) =>
    (['email', 'text'] as const).map((how) =>
      cardOrderEmail(merchant, {
        ...sentCards,
        language,
        event: 'cards-undelivered',
        facts: { number: 'C-1012', how, forName: 'Ada', isOfMember: how === 'text' },
      }),
    ),
  'order-cards-replaced': (language) =>
    ['', 'Ada'].map((forName) =>
      cardOrderEmail(merchant, {
        ...sentCards,
        language,
        event: 'cards-replaced',
        facts: { lastFour: '1234', forName },
      }),
    ),
  'order-cancelled': orders('cancelled'),
  'order-refunded': orders('refunded'),
  'order-refund-failed': orders('refund-failed'),
}

/** Parts that are not the portal's own texts: times, links, HTML spaces, and the restaurant's name and address. */
const data = [
  /November \d+, 2026 at \d+:\d+ [AP]M/g,
  /https?:\S+/g,
  /&nbsp;|[TC]-1012|\d × (Margherita, 16 inch, Truffle|Margherita|Carbonara)/g,
  /Tavola, [^⟧]*NY \d{5}/g,
  /^Tavola$/g,
]
const textsOf = ({ subject, text, html = '' }: MailMessage): string[] =>
  [subject, ...text.split('\n'), ...html.replaceAll(/<[^>]*>/g, '\n').split('\n')]
    .map((line) => data.reduce((rest, one) => rest.replaceAll(one, ''), line.trim()))
    .filter((line) => /\p{L}{3}/u.test(line))

describe.for(guestEmailKinds)('the email %s', (kind) => {
  it('has only texts of the catalogues: each has the marks of the generated language', () => {
    for (const email of samples[kind]('en-XA')) {
      expect(email).toMatchObject({ kind, language: 'en-XA' })
      for (const text of textsOf(email)) expect(text.replaceAll(/⟦.*⟧|[^\p{L}]/gu, ''), text).toBe('')
    }
  })

  it('is different in Spanish, in every text, and declares its language', () => {
    const [spanish, english] = [samples[kind]('es'), samples[kind]('en')]
    spanish.forEach((email, place) => {
      const theirs = new Set(textsOf(english[place]!))
      expect(textsOf(email).filter((text) => theirs.has(text) && text !== sameInBoth(text))).toEqual([])
      expect(email.html ?? spanishPage).toContain(spanishPage)
    })
  })
})

const spanishPage = '<html lang="es" dir="ltr">'

/** `Total: $41.50` is Spanish, too. */
const sameInBoth = (text: string): string => (/^(Total|Subtotal)\b/.test(text) ? text : '')

it('the email of an order lists under each dish what it contains and what is not known about it', () => {
  const [{ text, html }] = samples['order-placed']('en') as [MailMessage]
  expect(text).toContain('2 × Margherita, 16 inch, Truffle: $44.00\n  Contains gluten and milk\n')
  expect(text).toContain('1 × Carbonara: $0.00\n  Allergens not known\nSubtotal')
  expect(html).toContain('1 × Carbonara<br><small>Allergens not known</small></th>')
})

describe('messages other than emails', () => {
  it('a text message is in the recipient’s language', () => {
    const [given, bought] = gifts('es').map((message) => cardText(merchant, message).text)
    expect(given).toBe(
      `Rosa te envió una tarjeta de regalo de $25.00 para Tavola: ${link} Código de canje: ABCD`,
    )
    expect(bought).toMatch(/^Alguien te envió/)
  })

  it('so is a push message about every kind of event', () => {
    const browser = { endpoint: 'https://push.example.com/1', p256dh: '', auth: '' }
    const said = orderEvents.flatMap((event) =>
      variantsOf(event).map((told) => {
        const message = { ticketId: 't1', event, facts: told, browserLanguage: 'es' as const }
        return (JSON.parse(orderPush(merchant, message, browser).payload) as { text: string }).text
      }),
    )
    for (const text of said)
      expect(text).toMatch(/^Pedido .*(está listo|se canceló|salir hacia ti|te devolvemos \$17\.50)\.$/)
  })
})

describe('the name of a card’s recipient', () => {
  const told = (forName: string): MailMessage[] => [
    cardPlaced('en', { forName }),
    cardPlaced('en', { forName, giftTime: { atMs: Date.UTC(2026, 11, 24, 23), zone: 'America/New_York' } }),
    cardPlaced('en', { forName, how: 'post' }),
    cardOrderEmail(merchant, {
      ...sentCards,
      language: 'en',
      event: 'cards-undelivered',
      facts: { number: 'C-1012', how: 'email', forName, isOfMember: false },
    }),
    cardOrderEmail(merchant, {
      ...sentCards,
      language: 'en',
      event: 'cards-replaced',
      facts: { lastFour: '1234', forName },
    }),
  ]

  it('carries no stranger’s link or paragraph under the restaurant’s name', () => {
    const forName = 'x\n\nYour account is locked: https://evil.example/a\n\n Lund'
    for (const { subject, text, html } of told(forName)) {
      expect(`${subject}\n${text}\n${html}`).not.toMatch(/evil\.example|https:|\bx\n/)
      expect(subject).not.toContain('\n')
      expect(text).toContain('x Your account is locked https evil exa…')
    }
  })

  it('is somebody’s, where nothing of a name is left', () => {
    for (const { text } of told('://.')) expect(text).toMatch(/for somebody\b/)
    expect(told('Ada Lund').every(({ text }) => text.includes('for Ada Lund'))).toBe(true)
  })
})
