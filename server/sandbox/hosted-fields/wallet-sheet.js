/** What a wallet shows before it pays: to whom, how much, with which card. The card's number goes from here to the sandbox alone. */
{
  const buttons = [document.getElementById('confirm'), document.getElementById('cancel')]
  let key, port

  const setBusy = (busy) => buttons.forEach((button) => (button.disabled = busy))

  /** Three years on: what a card in a wallet has at most. */
  const expiry = () => ({ month: '12', year: String(new Date().getFullYear() + 3) })

  const create = async () => {
    const { month, year } = expiry()
    const form = new URLSearchParams({
      key,
      type: 'card',
      'card[number]': document.querySelector('input[name=card]:checked').value,
      'card[exp_month]': month,
      'card[exp_year]': year,
      'card[cvc]': '123',
      'card[wallet]': 'test_wallet',
    })
    try {
      const answer = await fetch(new URL('v1/payment_methods', location.href), { method: 'POST', body: form })
      const body = await answer.json()
      return body.error ? { error: body.error } : { paymentMethod: body }
    } catch {
      return {
        error: {
          type: 'api_connection_error',
          message: 'We could not reach the card service. Please check your connection and try again.',
        },
      }
    }
  }

  buttons[0].addEventListener('click', () => {
    setBusy(true)
    port.postMessage({ type: 'confirm' })
  })
  buttons[1].addEventListener('click', () => port.postMessage({ type: 'cancel' }))
  // The page around it hears no key that is pressed in here.
  addEventListener(
    'keydown',
    ({ key: pressed }) => pressed === 'Escape' && port?.postMessage({ type: 'cancel' }),
  )

  addEventListener('message', (event) => {
    if (event.source !== parent || event.data?.type !== 'larder-sandbox-wallet' || !event.ports[0]) return
    const { amount, business } = event.data
    key = event.data.key
    port = event.ports[0]
    const cents = String(amount).padStart(3, '0')
    const dollars = `$${cents.slice(0, -2)}.${cents.slice(-2)}`
    document.getElementById('business').textContent = business
    document.getElementById('amount').textContent = dollars
    buttons[0].textContent = `Pay ${dollars}`
    port.onmessage = async ({ data }) => {
      if (data.type === 'create') port.postMessage({ type: 'answer', id: data.id, answer: await create() })
    }
    setBusy(false)
    buttons[0].focus()
  })
}
