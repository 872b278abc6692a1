/** The stand-in for a bank's confirmation page: tells the sandbox what the diner answered, and the page around it how that ended. */
{
  const buttons = { success: document.getElementById('confirm'), failure: document.getElementById('refuse') }
  const error = document.getElementById('error')
  let key, clientSecret, port, waitingId

  const setBusy = (busy) => Object.values(buttons).forEach((button) => (button.disabled = busy))

  const answer = async (outcome) => {
    setBusy(true)
    error.textContent = ''
    const id = clientSecret.split('_secret_')[0]
    try {
      const reply = await fetch(new URL(`v1/payment_intents/${id}/authenticate`, location.href), {
        method: 'POST',
        body: new URLSearchParams({ key, client_secret: clientSecret, outcome }),
      })
      const intent = await reply.json()
      if (intent.error) return end({ error: intent.error })
      return end(
        intent.last_payment_error && intent.status === 'requires_payment_method'
          ? { error: intent.last_payment_error }
          : { paymentIntent: intent },
      )
    } catch {
      error.textContent = 'The test bank did not answer. Please try again.'
      setBusy(false)
    }
  }

  const end = (result) => port.postMessage({ type: 'answer', id: waitingId, answer: result })

  buttons.success.addEventListener('click', () => answer('success'))
  buttons.failure.addEventListener('click', () => answer('failure'))
  // The page around it hears no key that is pressed in here.
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !buttons.failure.disabled) answer('failure')
  })

  addEventListener('message', (event) => {
    if (event.source !== parent || event.data?.type !== 'larder-sandbox-action' || !event.ports[0]) return
    ;({ key, clientSecret } = event.data)
    port = event.ports[0]
    port.onmessage = ({ data }) => {
      if (data.type === 'wait') waitingId = data.id
      if (data.type === 'refuse') answer('failure')
    }
    setBusy(false)
    buttons.success.focus()
  })
}
