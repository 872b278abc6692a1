// @vitest-environment jsdom
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { formatDate } from '#contract/format-date.ts'
import { findCards } from '#db/cards.ts'
import { lostAnswerText } from '#lib/errors/explain.ts'
import { noteServerDate } from '#lib/ports/server-date.ts'
import { captureView } from '#lib/paint/kept-view.ts'
import { card, transaction } from '../support/account.ts'
import { CardsNet, cardsPage, problem } from '../support/cards.tsx'
import { fill, find, press, setMedia, show, until, leavePage } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  // jsdom neither scrolls nor draws.
  HTMLCanvasElement.prototype.getContext = () => null
})

const open = async (net: CardsNet, at: string, options: Parameters<typeof cardsPage>[2] = {}) => {
  const made = await cardsPage(net, at, options)
  await show(made.page)
  return made
}
const textOf = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent)
const input = (name: string) => until(() => find<HTMLInputElement>(`input[name=${name}]`))
const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('button[type=submit]')]
const alert = (text: string | RegExp) => until(() => expect(find('[role=alert]', text)).toBeTruthy())
/** Waits until the card page's requests have been answered. */
const quiet = () =>
  until(() => expect(document.body.textContent).toContain('Nothing has happened on this card yet.'))

describe('my cards', () => {
  it('offer the links that the settings allow, and no others @GC-04', async () => {
    await open(new CardsNet(), '/mycards')
    await until(() =>
      expect(textOf('nav a')).toEqual([
        'PURCHASE A NEW CARD',
        'ADD AN EXISTING CARD',
        'CHECK A CARD BALANCE',
      ]),
    )
  })

  it('look as their kind; in a design for an occasion its colors are along the edge; what buys nothing is gray', async () => {
    const look = { name: 'A', words: 'A', pattern: 'plain', motif: '#eeeeee', ink: 'light' as const }
    const sweet = { id: 'sweet', ground: '#5a1f2b', ...look }
    const birthday = { id: 'bd', ground: '#112233', ...look }
    const kind = { ...card().program, description: 'Something sweet', design: sweet }
    const net = new CardsNet()
    net.cards = [
      card({ id: 'own', card_number: '6006491234567896', program: kind }),
      card({ id: 'occasion', card_number: '6006491244440021', program: kind, design: birthday }),
      card({ id: 'over', card_number: '6006491299990008', program: kind, card_is_expired: true }),
    ]
    await open(net, '/mycards')
    await until(() => expect(document.querySelectorAll('article')).toHaveLength(3))
    const grounds = [...document.querySelectorAll('article')].map((one) =>
      [...one.querySelectorAll('svg[preserveAspectRatio]')].map((art) =>
        art.querySelector('rect')?.getAttribute('fill'),
      ),
    )
    expect(grounds).toEqual([['#5a1f2b'], ['#112233', '#5a1f2b'], []])
    expect(textOf('article')[0]).toContain('Something sweet')
  })

  it('offer no links where nothing is switched on @GC-04', async () => {
    await open(new CardsNet(), '/mycards', { cards: { digital: { enable: true } } })
    await until(() => expect(find('article', 'Gift card ending in 7896')).toBeTruthy())
    expect(textOf('nav a')).toEqual([])
  })

  it('say when there are none, when all are empty, and when they cannot be read', async () => {
    const net = new CardsNet()
    net.cards = []
    await open(net, '/mycards')
    await until(() => expect(document.body.textContent).toContain('No gift cards yet.'))
    const empty = new CardsNet()
    empty.cards = [card({ balance: 0 })]
    await open(empty, '/mycards')
    await until(() => expect(document.body.textContent).toContain('Your cards have no balance.'))
    const cut = new CardsNet()
    cut.trouble = () => 'offline'
    await open(cut, '/mycards')
    await alert(/The list of your cards isn’t saved on this device yet/)
  })
})

describe('a card’s own page', () => {
  it('links from an online order’s payment to the order, and from no other @GC-05 @GC-06 @EN-44', async () => {
    const net = new CardsNet()
    net.transactions = [
      transaction({
        description: 'Order 1042',
        pretty_amount: '-$5.00',
        online_order: true,
        ticket_order_id: 'ticket-9',
      }),
      transaction({
        description: 'At the counter',
        pretty_amount: '-$2.00',
        online_order: false,
        ticket_order_id: 'ticket-8',
      }),
      transaction({ description: 'Gift card purchased', pretty_amount: '$75.00' }),
    ]
    const { db } = await open(net, '/mycards/card-1/view')
    await until(() => expect(textOf('section li')).toHaveLength(3))
    expect(textOf('section li')[0]).toContain('Order 1042-$5.0011/20/2026')
    expect([...document.querySelectorAll('section li a')].map((link) => link.getAttribute('href'))).toEqual([
      '/ticket/ticket-9',
    ])
    // The transactions are stored on the device from now on.
    expect((await findCards(db, 'tavola-nyc', 'ada'))?.histories?.['card-1']?.transactions).toEqual(
      net.transactions,
    )
  })

  it('calls a card over that was good when it was read and whose last day has passed since', async () => {
    const net = new CardsNet()
    net.cards = [card({ has_expiration_date: true, pretty_expiration_date: '12/25/2020' })]
    await open(net, '/mycards/card-1/view')
    await until(() => expect(document.body.textContent).toContain('This gift card has expired.'))
  })

  it('goes by the restaurant’s clock: a device that is a year ahead calls no card expired (T1)', async () => {
    const [real, year] = [Date.now, 365 * 24 * 60 * 60_000]
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + year)
    noteServerDate(new Date(real()).toUTCString(), Date.now())
    onTestFinished(() => {
      clock.mockRestore()
      noteServerDate(new Date().toUTCString(), Date.now())
    })
    const nextMonth = formatDate(new Date(real() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10))
    const net = new CardsNet()
    net.cards = [card({ has_expiration_date: true, pretty_expiration_date: nextMonth })]
    await open(net, '/mycards/card-1/view')
    await until(() => expect(document.body.textContent).toContain(`Expires: ${nextMonth}`))
    expect(document.body.textContent).toContain('Balance as of just now')
    await quiet()
  })

  it('shows the last day, or that the card has expired; an expired card cannot be reloaded @GC-07 @GC-08 @GC-10 @ER-15', async () => {
    const net = new CardsNet()
    net.cards = [card({ has_expiration_date: true, pretty_expiration_date: '12/25/2027' })]
    await open(net, '/mycards/card-1/view')
    await until(() => expect(document.body.textContent).toContain('Expires: 12/25/2027'))
    expect(find('a', 'RELOAD BALANCE').getAttribute('href')).toBe('/mycards/Reload/card-1')
    await quiet()
    const over = new CardsNet()
    over.cards = [
      card({
        card_is_expired: true,
        status: 'expired',
        has_expiration_date: true,
        pretty_expiration_date: '12/25/2025',
      }),
    ]
    await leavePage()
    await open(over, '/mycards/card-1/view')
    await until(() => expect(document.body.textContent).toContain('This gift card has expired.'))
    expect(document.body.textContent).toContain('Balance (Expired)')
    expect(document.body.textContent).not.toContain('Expires:')
    expect(textOf('a')).not.toContain('RELOAD BALANCE')
    await quiet()
  })

  it('cannot be reloaded where the restaurant reloads none @GC-08 @EN-10', async () => {
    await open(new CardsNet(), '/mycards/card-1/view', {
      cards: { digital: { enable: true, card_management: { reload_card: false } } },
    })
    await quiet()
    expect(textOf('a')).toContain('RETURN TO MY GIFT CARDS')
    expect(textOf('a')).not.toContain('RELOAD BALANCE')
  })
})

describe('adding a card', () => {
  it('sends either the number or the code, and leads to the card with the restaurant’s words @GC-33 @VA-02 @VA-03 @ER-12 @EN-45', async () => {
    const net = new CardsNet()
    const { router } = await open(net, '/mycards/import')
    const number = await input('card-number')
    await fill(number, '6006495555550004')
    expect(number.value).toBe('6006 4955 5555 0004')
    expect(buttons().map(({ disabled }) => disabled)).toEqual([false, true])
    await press(buttons()[0]!)
    await until(() => expect(router.state.location.pathname).toBe('/mycards/card-1/import'))
    expect(net.callsOf('/card/import').map(({ body }) => body)).toEqual([{ card_number: '6006495555550004' }])
    await until(() =>
      expect(find('[role=status]', /GIFT CARD ADDED.*It is in your account now\./)).toBeTruthy(),
    )
    expect(find('article', 'Gift card ending in 7896')).toBeTruthy()
  })

  it.for([
    ['32 characters', 'C'.repeat(32), true],
    ['32 characters and spaces around', `  ${'C'.repeat(32)} `, true],
    ['33 characters', 'C'.repeat(33), false],
    ['nothing but spaces', '   ', false],
  ] as const)('a claim code of %s @VA-03', async ([, typed, isTaken]) => {
    const net = new CardsNet()
    await open(net, '/mycards/import')
    await fill(await input('claim-code'), typed)
    expect(buttons()[1]!.disabled).toBe(!isTaken)
    if (!isTaken) return
    await press(buttons()[1]!)
    await until(() => expect(net.callsOf('/card/import')).toHaveLength(1))
    expect(net.callsOf('/card/import')[0]!.body).toEqual({ claim_code: 'C'.repeat(32) })
  })

  it.for([
    ['a card', { card: { id: 'card-1' }, success_message: { header: '', message: '' } }],
    ['no card', { card: null }],
  ] as const)(
    'stays on the form with the words of an answer that has_error and %s @ER-05 @ER-08 @AP-05',
    async ([, more]) => {
      const net = new CardsNet()
      const json = { ...more, has_error: true, error: { message: 'This card is somebody else’s.' } }
      net.trouble = (path) => (path === '/card/import' ? { status: 200, json } : undefined)
      const { router } = await open(net, '/mycards/import')
      await fill(await input('claim-code'), 'BELLA-1')
      await press(buttons()[1]!)
      await alert('ErrorThis card is somebody else’s.')
      expect(router.state.location.pathname).toBe('/mycards/import')
    },
  )

  it('is sent again under the same key when no answer came, and under a new one after an edit', async () => {
    const net = new CardsNet()
    net.trouble = (path) => (path === '/card/import' ? 'offline' : undefined)
    await open(net, '/mycards/import')
    const code = await input('claim-code')
    await fill(code, ' BELLA-1 ')
    await press(buttons()[1]!)
    await alert(lostAnswerText)
    await press(buttons()[1]!)
    await until(() => expect(net.callsOf('/card/import')).toHaveLength(2))
    await fill(code, 'BELLA-2')
    await press(buttons()[1]!)
    await until(() => expect(net.callsOf('/card/import')).toHaveLength(3))
    const calls = net.callsOf('/card/import')
    expect(calls.map(({ body }) => body)).toEqual([
      { claim_code: 'BELLA-1' },
      { claim_code: 'BELLA-1' },
      { claim_code: 'BELLA-2' },
    ])
    expect(calls[0]!.key).toBe(calls[1]!.key)
    expect(calls[2]!.key).not.toBe(calls[1]!.key)
  })
})

describe('a gift by link', () => {
  const lastDay = { has_expiration_date: true, pretty_expiration_date: '12/25/2027' }
  it.for([
    ['none', {}, ['CARD NUMBER', 'GIFT AMOUNT', 'FROM']],
    ['its last day', lastDay, ['CARD NUMBER', 'GIFT AMOUNT', 'FROM', 'EXPIRES']],
  ] as const)('shows %s where the card has it @GC-34', async ([, changes, names]) => {
    const net = new CardsNet()
    net.cards = [card({ from_name: 'Maya', ...changes })]
    await open(net, '/gift/card-1')
    await until(() => expect(textOf('dt')).toEqual(names))
    expect(textOf('dd').at(-1)).toBe(names.length === 4 ? '12/25/2027' : 'Maya')
  })
})

describe('checking a balance', () => {
  it.for([
    ['PURCHASE A NEW CARD', { buy_card: true }],
    ['ADD AN EXISTING CARD', { import_card: true }],
    ['nothing', {}],
  ] as const)('links to %s where that is switched on @GC-11 @EN-10', async ([link, management]) => {
    await open(new CardsNet(), '/mycards/check', {
      cards: {
        digital: { enable: true, card_management: management },
        physical: { enable: true, check_card_balance: true },
      },
    })
    await input('card-number')
    expect(textOf('nav a')).toEqual(link === 'nothing' ? [] : [link])
  })

  const check = async (options: Parameters<typeof cardsPage>[2] = {}) => {
    const net = new CardsNet()
    await open(net, '/mycards/check', options)
    await fill(await input('card-number'), '6006495555550004')
    return net
  }

  it('uses POST where the API offers it, otherwise the specification’s call, with the number without spaces @GC-11 @VA-02', async () => {
    const net = await check()
    await press(buttons()[0]!)
    await until(() => expect(find('section', 'This card').textContent).toContain('BALANCE$40.00'))
    expect(net.callsOf('/physicalcard').map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/physicalcard/checkbalance', { card_number: '6006495555550004' }],
    ])
    await leavePage()
    const plain = await check({ extensions: [] })
    await press(buttons()[0]!)
    await until(() => expect(plain.callsOf('/physicalcard')).toHaveLength(1))
    expect(plain.calls.at(-1)).toMatchObject({
      method: 'GET',
      path: '/physicalcard/checkbalance/6006495555550004',
    })
  })

  it('leaves nothing of its answer for the next person who opens the page', async () => {
    Object.assign(document, { adoptedStyleSheets: [] })
    await check()
    await press(buttons()[0]!)
    await until(() => expect(find('section', 'This card').textContent).toContain('6006 4955 5555 0004'))
    const screen = document.createElement('div')
    screen.innerHTML = `<main>${document.body.innerHTML}</main>`
    const { markup } = captureView(screen)!
    expect(markup).toContain('Check A Card Balance')
    for (const gone of ['6006', '0004', '$40.00']) expect(markup).not.toContain(gone)
  })

  it('asks for a person once the server does, and takes no more until there is one', async () => {
    const net = await check()
    net.trouble = (path) =>
      path.startsWith('/physicalcard')
        ? problem('Please show us that you are a person.', 'verification_required', 'recaptcha_confirmation')
        : undefined
    expect(document.body.textContent).not.toContain('I’m not a robot')
    await press(buttons()[0]!)
    await until(() =>
      expect([...document.querySelectorAll('[role=status]')].map((one) => one.textContent)).toContain(
        'Please confirm you’re not a robotPlease show us that you are a person.',
      ),
    )
    expect(document.querySelector('[role=alert]')).toBeNull()
    expect(document.body.textContent).toContain('I’m not a robot')
    expect(buttons()[0]!.disabled).toBe(true)
  })

  it('opens no camera and loads no reader before it is asked to', async () => {
    const getUserMedia = vi.fn<() => Promise<MediaStream>>(async () => {
      throw new DOMException('no', 'NotFoundError')
    })
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
    await check()
    expect(getUserMedia).not.toHaveBeenCalled()
  })
})

describe('a gift card that somebody was sent', () => {
  it('is taken into an account where the restaurant lets cards be added', async () => {
    await open(new CardsNet(), '/gift/card-1')
    await until(() => expect(find('button', 'APPLY TO ACCOUNT')).toBeTruthy())
  })

  it('is shown and copied where it does not', async () => {
    await open(new CardsNet(), '/gift/card-1', {
      cards: { digital: { enable: true, card_management: { import_card: false } } },
    })
    await until(() => expect(find('button', 'COPY CARD NUMBER')).toBeTruthy())
    expect(textOf('button')).not.toContain('APPLY TO ACCOUNT')
  })
})
