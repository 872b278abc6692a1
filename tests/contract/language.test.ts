import { afterEach, describe, expect, it } from 'vitest'
import {
  inTranslation,
  locale,
  message,
  plural,
  setTranslation,
  t,
  translateAnswer,
  withWords,
} from '#contract/language.ts'
import { createTranslation } from '#contract/languages/create-translation.ts'
import { catalogues, es } from '#contract/languages/es.ts'
import { pseudo } from '#contract/languages/pseudo.ts'
import { briefOf } from '#contract/rules/order-state.ts'
import { featureNames } from '#contract/rules/feature-names.ts'

const small = createTranslation('es-US', [
  { 'Order {0}': 'Pedido {0}', '{0} dish': '{0} plato', '{0} dishes': '{0} platos', Sold: 'Agotado' },
  { 'The {0} is gone. Please call us at {1}.': 'Llámanos al {1}: ya no hay {0}.', soup: 'sopa' },
])

describe('a text', () => {
  afterEach(() => setTranslation(undefined))

  it('is English where there is no other language, or the catalogue has none', () => {
    expect([t('Sold'), t`Order ${7}`, plural(1, '{0} dish', '{0} dishes'), locale()]).toEqual([
      'Sold',
      'Order 7',
      '1 dish',
      'en-US',
    ])
    setTranslation(small)
    expect(t('Nobody has translated this')).toBe('Nobody has translated this')
  })

  it('is itself if it has the name of a property that every object has', () => {
    setTranslation(withWords(small, { Sold: 'Vendido' }))
    for (const text of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
      expect([t(message(text)), translateAnswer(text)]).toEqual([text, text])
    setTranslation(small)
    expect([t('constructor'), translateAnswer('toString')]).toEqual(['constructor', 'toString'])
  })

  it('is the language’s, with its values and plural forms', () => {
    setTranslation(small)
    expect(t`Order ${'A-7'}`).toBe('Pedido A-7')
    expect([0, 1, 2].map((count) => plural(count, '{0} dish', '{0} dishes'))).toEqual([
      '0 platos',
      '1 plato',
      '2 platos',
    ])
    expect(t(message('Sold'))).toBe('Agotado')
  })

  it('that comes from an API is known by its sentence, also with values in it, in another order', () => {
    setTranslation(small)
    expect(translateAnswer('Sold')).toBe('Agotado')
    expect(translateAnswer('The soup is gone. Please call us at 555.')).toBe(
      'Llámanos al 555: ya no hay sopa.',
    )
    expect(translateAnswer('The chef waves.')).toBe('The chef waves.')
  })

  it('that was put together of several sentences is known by each, and a value is not taken for more than it is', () => {
    setTranslation(es)
    const back = '$5.00 goes back to Visa ending in 4242; this can take a few days.'
    expect(
      translateAnswer(`We could not make order B-1. We are sorry! Questions? Please call 555. ${back}`),
    ).toBe(
      'No pudimos preparar el pedido B-1. ¡Lo sentimos! ¿Preguntas? Llama al 555. Te devolvemos $5.00 a Visa terminada en 4242; puede tardar unos días.',
    )
  })

  it('is in a language for as long as something is rendered, also when that fails', () => {
    expect(inTranslation(small, () => t('Sold'))).toBe('Agotado')
    expect(() =>
      inTranslation(small, () => {
        throw new Error('broken')
      }),
    ).toThrow('broken')
    expect(t('Sold')).toBe('Sold')
  })

  it('of a server’s refusal is in Spanish, including the values in it', () => {
    expect(es.translateAnswer('Your card was declined.')).not.toContain('declined')
    expect(es.translateAnswer('Too many tries. Please try again in 5 minutes.')).toMatch(/5 minutos/)
    expect(
      es.translateAnswer('Your order B-7 is in. It will be ready for you on 11/24/2026 at 7:15pm.'),
    ).toMatch(/el 24 nov 2026, 7:15pm/)
    // A single word between two others is none of our sentences.
    expect(es.translateAnswer('Salt and pepper')).toBe('Salt and pepper')
  })

  it.each([
    ['12/11/2026', '11 dic 2026'],
    ['12/11/2026 6:30pm', '11 dic 2026, 6:30pm'],
    ['This gift card is good until 12/11/2026. Please choose a day before that.', /hasta el 11 dic 2026\./],
    // A guest's own words, and an incomplete date.
    ['Party on 12/11/2026', 'Party on 12/11/2026'],
    ['12/11/____', '12/11/____'],
    ['1/2', '1/2'],
    ['24/12/2026', '24/12/2026'],
    ['02/30/2026 7:00pm', '02/30/2026 7:00pm'],
    [' 13/45', ' 13/45'],
    [' 2/29', ' 29 feb'],
  ])('has a date as its reader writes it: %s', (answer, spanish) => {
    expect(es.translateAnswer(answer)).toMatch(spanish)
    expect(translateAnswer(answer)).toBe(answer)
    expect(pseudo.translateAnswer('12/11/2026')).toBe('12/11/2026')
  })

  it('of an order on another day names the month where the day stands before it', () => {
    const order = {
      name: 'B-7',
      status: 'Submitted',
      use_delivery: false,
      ready_date: '2026-12-11',
      ready_time_display: '7:15pm',
    }
    const brief = () => briefOf(order, '2026-11-20')
    expect([brief(), inTranslation(pseudo, brief)]).toEqual([
      'Your order B-7, ready Fri 12/11, 7:15pm',
      expect.stringContaining('12/11, 7:15pm'),
    ])
    expect(inTranslation(es, brief)).toBe('Tu pedido B-7, listo Vie 11 dic, 7:15pm')
  })

  it('is the restaurant’s own where it has one, in that language alone', () => {
    const own = withWords(small, { Sold: 'Se acabó' })
    expect(inTranslation(own, () => [t('Sold'), t`Order ${1}`, translateAnswer('Sold')])).toEqual([
      'Se acabó',
      'Pedido 1',
      'Se acabó',
    ])
    const english = withWords(undefined, { Sold: 'All gone' })
    expect(inTranslation(english, () => [t('Sold'), t('Sold out'), locale()])).toEqual([
      'All gone',
      'Sold out',
      'en-US',
    ])
    expect(withWords(undefined, undefined)).toBeUndefined()
  })

  it('is marked once and longer in the made-up language', () => {
    expect(pseudo.translate('Sold out')).toMatch(/^⟦Sóld óút( ẽéé)+⟧$/)
    expect(pseudo.translateAnswer(pseudo.translate('Sold out')!)).toBe(pseudo.translate('Sold out'))
    expect(pseudo.translate(' is ready')).toMatch(/^ ⟦/)
  })
})

it.each([
  [
    'Diavola is sold out for now. We are sorry! Please choose something else.',
    /^Por ahora ya no hay Diavola\./,
  ],
  ['Diavola does not come with "top-gold" anymore. Please choose again.', /^Diavola ya no viene con/],
  ['Diavola is not complete yet. Please choose: Size.', /^Falta elegir algo para Diavola: Size\.$/],
  ['Rosa has opened this gift, so it cannot be changed anymore.', /^Rosa ya abrió este regalo/],
  ['Google did not confirm who you are. Please try again.', /^Google no confirmó quién eres/],
  ['TEN takes nothing off now. This promo code has expired.', /^TEN no descuenta nada ahora\. Este código/],
  ['TEN takes nothing off this order.', /^TEN no descuenta nada de este pedido\.$/],
  ['12 more points until your next reward.', 'Te faltan 12 puntos para tu próxima recompensa.'],
  ['Card payments start at $0.50.', 'Los pagos con tarjeta son de $0.50 como mínimo.'],
  [
    'Tavola doesn’t offer this online right now: Ordering. Please call us at (212) 555-0100.',
    /: Hacer pedidos\. Llámanos/,
  ],
  ['The street address is too long (120 characters at most).', /\(máximo 120 caracteres\).*dirección/],
  ['Too many tries. Please try again in 1 minute.', / 1 minuto/],
  ['Order B-1012', 'Pedido B-1012'],
  ['Order B-1012 is handed over already. Please call us at 555.', /ya está entregado/],
  ['Your card has insufficient funds.', /fondos/],
  // An older order keeps the words with which it was cancelled.
  [
    'Your payment was made too late for the kitchen, so your order was not made. $17.42 goes back to Visa ending in 4242; allow 5–10 business days.',
    /^Tu pago llegó demasiado tarde para la cocina, .*\$17\.42/,
  ],
  [
    'You canceled order B-1012. $27.83 is on gift card •••• 1234, which is no longer valid. Please call us. $5.00 is back on gift card •••• 5678.',
    'Cancelaste el pedido B-1012. Hay $27.83 en la tarjeta de regalo •••• 1234, que ya no es válida. Llámanos. Ya tienes $5.00 de vuelta en la tarjeta de regalo •••• 5678.',
  ],
  ['Your order was cancelled', 'Tu pedido se canceló'],
  [
    'You cancelled order B-1012. $17.42 goes back to Visa ending in 4242; allow 5–10 business days.',
    /^Cancelaste/,
  ],
])('“%s” is Spanish', (english, spanish) => expect(es.translateAnswer(english)).toMatch(spanish))

it('what a restaurant does not offer is Spanish, each by its name', () => {
  const names = Object.values(featureNames)
  expect(names.filter((name) => es.translate(name) === undefined)).toEqual([])
})

it('the thanks for an order are Spanish, whatever it promises', () => {
  for (const [english, spanish] of [
    ['It will be ready for you in about 30 minutes.', 'Estará listo para ti en unos 30 minutos.'],
    ['It will be ready for you on 11/25/2026 at 7:15pm.', 'Estará listo para ti el 25 nov 2026, 7:15pm.'],
    ['The kitchen is away for a moment and will start on it as soon as it is back.', undefined],
  ] as const) {
    const said = es.translateAnswer(`Your order B-1001 is in. ${english}`)
    expect(said).toContain(`Recibimos tu pedido B-1001. ${spanish ?? ''}`)
    expect(said).not.toMatch(/order| is | will /)
  }
})

describe('Spanish', () => {
  const texts = Object.entries(Object.assign({}, ...catalogues) as Record<string, string>)

  it('calls a birthday by its name, on a card as in an account', () => {
    expect(es.translateAnswer('Birthday')).toBe('Cumpleaños')
  })

  it('has one verb for placing an order: “enviar” is what a driver does with it', () => {
    const placing = texts.filter(([english]) => /\bplaced?\b.*\border|\border\b.*\bplaced?\b/i.test(english))
    expect(placing.length).toBeGreaterThan(15)
    expect(placing.filter(([, spanish]) => /\benv[ií]/i.test(spanish))).toEqual([])
  })

  it('speaks to its reader as “tú”, in the words of America', () => {
    const elsewhere =
      /\b(usted|ustedes|vosotros|vuestr[oa]s?|ordenador|coches?|móvil|introduzca|introduce|pulse|haga|coger?|aparca)\b/i
    expect(texts.filter(([, spanish]) => elsewhere.test(spanish))).toEqual([])
  })
})
