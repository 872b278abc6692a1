/**
 * One hosted card field in a frame of its own. The page around it can hear whether the field is complete, and nothing of what is in it.
 * The three fields talk among themselves over ports; the number field sends the card to the sandbox.
 */
{
  const digitsOf = (text) => text.replace(/\D/g, '')
  const isAmex = (number) => /^3[47]/.test(number)

  const luhn = (number) =>
    [...number].toReversed().reduce((sum, digit, at) => {
      const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
      return sum + (value > 9 ? value - 9 : value)
    }, 0) %
      10 ===
    0

  const spanish = {
    'Card number': 'Número de tarjeta',
    'Your card number is incomplete.': 'El número de tu tarjeta está incompleto.',
    'Your card number is invalid.': 'El número de tu tarjeta no es válido.',
    'Expiration date, month and year': 'Fecha de vencimiento, mes y año',
    'MM / YY': 'MM / AA',
    "Your card's expiration date is incomplete.": 'La fecha de vencimiento de tu tarjeta está incompleta.',
    "Your card's expiration date is invalid.": 'La fecha de vencimiento de tu tarjeta no es válida.',
    "Your card's expiration year is in the past.": 'El año de vencimiento de tu tarjeta ya pasó.',
    'CVC, the security code': 'CVC, el código de seguridad',
    "Your card's security code is incomplete.": 'El código de seguridad de tu tarjeta está incompleto.',
    'We could not reach the card service. Please check your connection and try again.':
      'No pudimos conectar con el servicio de tarjetas. Revisa tu conexión e inténtalo de nuevo.',
  }
  const asked = new URLSearchParams(location.search)
  const isSpanish = asked.get('locale') === 'es'
  if (isSpanish) document.documentElement.lang = 'es'
  const say = (text) => (isSpanish ? (spanish[text] ?? text) : text)

  const fields = {
    number: {
      label: 'Card number',
      autocomplete: 'cc-number',
      placeholder: '1234 1234 1234 1234',
      incomplete: 'Your card number is incomplete.',
      format(digits) {
        if (isAmex(digits))
          return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)].filter(Boolean).join(' ')
        return digits.slice(0, 19).replace(/(\d{4})(?=\d)/g, '$1 ')
      },
      longest: (digits) => (isAmex(digits) ? 15 : 16),
      check(digits) {
        const wanted = isAmex(digits) ? 15 : digits.startsWith('36') ? 14 : 16
        if (digits.length < wanted) return this.incomplete
        return luhn(digits) ? undefined : 'Your card number is invalid.'
      },
    },
    expiry: {
      label: 'Expiration date, month and year',
      autocomplete: 'cc-exp',
      placeholder: 'MM / YY',
      incomplete: "Your card's expiration date is incomplete.",
      format(digits, isDeleting) {
        const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
        if (padded.length < 2 || (padded.length === 2 && isDeleting)) return padded
        return `${padded.slice(0, 2)} / ${padded.slice(2, 4)}`
      },
      longest: () => 4,
      check(digits) {
        const month = Number(digits.slice(0, 2))
        if (digits.length >= 2 && (month < 1 || month > 12)) return "Your card's expiration date is invalid."
        if (digits.length < 4) return this.incomplete
        const now = new Date()
        const isPast =
          Number(digits.slice(2)) * 12 + month < (now.getFullYear() % 100) * 12 + now.getMonth() + 1
        return isPast ? "Your card's expiration year is in the past." : undefined
      },
    },
    cvc: {
      label: 'CVC, the security code',
      autocomplete: 'cc-csc',
      placeholder: 'CVC',
      incomplete: "Your card's security code is incomplete.",
      format: (digits) => digits.slice(0, 4),
      longest: () => 4,
      check(digits) {
        return digits.length < 3 ? this.incomplete : undefined
      },
    },
  }

  const field = fields[asked.get('field')] ?? fields.number
  const input = document.getElementById('input')
  document.getElementById('label').textContent = say(field.label)
  Object.assign(input, {
    autocomplete: field.autocomplete,
    inputMode: 'numeric',
    placeholder: say(field.placeholder),
  })

  const peers = new Map()
  let key, outside

  const problem = () => field.check(digitsOf(input.value))

  const applyStyle = ({ base = {}, invalid = {} }) => {
    const values = {
      '--ink': base.color,
      '--font': base.fontFamily,
      '--size': base.fontSize,
      '--placeholder': base['::placeholder']?.color,
      '--invalid': invalid.color,
    }
    for (const [property, value] of Object.entries(values))
      if (typeof value === 'string') document.documentElement.style.setProperty(property, value)
  }

  const report = () => {
    const digits = digitsOf(input.value)
    const error = problem()
    // While someone is typing, an unfinished field is not a mistake yet.
    const told =
      digits !== '' && error && (error !== field.incomplete || document.activeElement !== input)
        ? error
        : undefined
    input.setAttribute('aria-invalid', String(Boolean(told)))
    outside?.postMessage({
      type: 'change',
      complete: !error,
      empty: digits === '',
      ...(told && { error: { type: 'validation_error', message: say(told) } }),
    })
  }

  input.addEventListener('input', (event) => {
    const isDeleting = event.inputType?.startsWith('delete') ?? false
    const before = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length
    const atEnd = input.selectionStart === input.value.length
    const formatted = field.format(
      digitsOf(input.value).slice(0, field.longest(digitsOf(input.value))),
      isDeleting,
    )
    input.value = formatted
    if (!atEnd) {
      let at = 0
      for (let seen = 0; at < formatted.length && seen < before; at++) if (/\d/.test(formatted[at])) seen++
      input.setSelectionRange(at, at)
    }
    report()
  })
  input.addEventListener('focus', () => outside?.postMessage({ type: 'focus' }))
  input.addEventListener('blur', () => {
    outside?.postMessage({ type: 'blur' })
    if (input.value !== '') report()
  })

  /** What a neighbour may know of this field: asked over a port that only the frames hold. */
  const own = () => ({ error: problem(), digits: digitsOf(input.value) })

  const askPeer = (peer) =>
    new Promise((resolve) => {
      const port = peers.get(peer)
      if (!port) return resolve({ error: fields[peer].incomplete, digits: '' })
      port.onmessage = ({ data }) => (data.type === 'told' ? resolve(data) : undefined)
      port.postMessage({ type: 'tell' })
    })

  const create = async ({ billing_details }) => {
    const [expiry, cvc] = await Promise.all([askPeer('expiry'), askPeer('cvc')])
    const number = own()
    const error = number.error ?? expiry.error ?? cvc.error
    if (error) return { error: { type: 'validation_error', message: say(error) } }
    const form = new URLSearchParams({
      key,
      type: 'card',
      'card[number]': number.digits,
      'card[exp_month]': expiry.digits.slice(0, 2),
      'card[exp_year]': expiry.digits.slice(2),
      'card[cvc]': cvc.digits,
      'billing_details[name]': billing_details?.name ?? '',
    })
    try {
      const answer = await fetch(new URL('v1/payment_methods', location.href), { method: 'POST', body: form })
      const body = await answer.json()
      return body.error ? { error: body.error } : { paymentMethod: body }
    } catch {
      return {
        error: {
          type: 'api_connection_error',
          message: say('We could not reach the card service. Please check your connection and try again.'),
        },
      }
    }
  }

  const handlers = {
    focus: () => input.focus(),
    style: ({ style }) => applyStyle(style),
    peer: (_message, ports) => {
      const port = ports[0]
      peers.set(_message.name, port)
      port.onmessage = ({ data }) => {
        if (data.type === 'tell') port.postMessage({ type: 'told', ...own() })
      }
    },
    create: async (message) =>
      outside.postMessage({ type: 'answer', id: message.id, answer: await create(message) }),
  }

  addEventListener('message', (event) => {
    if (event.source !== parent || event.data?.type !== 'larder-sandbox-init' || !event.ports[0]) return
    outside = event.ports[0]
    key = event.data.key
    applyStyle(event.data.style ?? {})
    if (typeof event.data.placeholder === 'string') input.placeholder = event.data.placeholder
    outside.onmessage = ({ data, ports }) => handlers[data.type]?.(data, ports)
    input.disabled = false
    outside.postMessage({ type: 'ready' })
  })
}
