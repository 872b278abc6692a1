/**
 * window.LarderSandboxPayments(publishableKey): the part of Stripe.js that the portal uses, for sandbox mode.
 * Every field is a frame of its own with an opaque origin. This script gives the frames ports to each other and never reads those;
 * it hears only "complete", "empty" and errors, and gets a payment method's id in the end.
 */
{
  const base = new URL('.', document.currentScript.src).href
  const fields = {
    cardNumber: { name: 'number', title: 'Secure card number input frame' },
    cardExpiry: { name: 'expiry', title: 'Secure expiration date input frame' },
    cardCvc: { name: 'cvc', title: 'Secure CVC input frame' },
  }

  /** One answer for each question over a port, matched by number. */
  const asker = (port, onEvent) => {
    const waiting = new Map()
    let last = 0
    port.onmessage = ({ data }) => {
      if (data.type !== 'answer') return onEvent(data)
      waiting.get(data.id)?.(data.answer)
      waiting.delete(data.id)
    }
    return (message) =>
      new Promise((resolve) => {
        waiting.set(++last, resolve)
        port.postMessage({ ...message, id: last })
      })
  }

  const frameOf = (page, title) => {
    const frame = document.createElement('iframe')
    frame.src = base + page
    frame.title = title
    frame.setAttribute('sandbox', 'allow-scripts allow-forms')
    frame.setAttribute('allow', '')
    // The frame's own page is light: a frame whose scheme differs from its page's gets an opaque background.
    Object.assign(frame.style, {
      border: '0',
      display: 'block',
      width: '100%',
      height: '1.5em',
      colorScheme: 'light',
      background: 'transparent',
    })
    return frame
  }

  const makeElement = (kind, options, group, key) => {
    const { name, title } = fields[kind]
    const listeners = { ready: new Set(), change: new Set(), focus: new Set(), blur: new Set() }
    let frame, port
    const tell = ({ type, ...event }) => {
      if (type === 'ready') {
        element.ask = element.pending
        group.broker()
      }
      listeners[type]?.forEach((listener) =>
        listener(type === 'change' ? { elementType: kind, ...event } : { elementType: kind }),
      )
    }
    const connect = () => {
      const channel = new MessageChannel()
      port = channel.port1
      element.peers = new Set()
      element.ask = undefined
      element.pending = asker(port, tell)
      // An opaque origin has no name to send to; the frame was made here and holds our own page.
      frame.contentWindow.postMessage(
        { type: 'larder-sandbox-init', key, style: options.style ?? {}, placeholder: options.placeholder },
        '*',
        [channel.port2],
      )
    }
    const element = {
      kind,
      name,
      peers: new Set(),
      ask: undefined,
      give: (peer, given) => port.postMessage({ type: 'peer', name: peer }, [given]),
      mount(place) {
        const node = typeof place === 'string' ? document.querySelector(place) : place
        if (!node) throw new Error('LarderSandboxPayments: there is no place to mount the field in')
        element.unmount()
        frame = frameOf(`field.html?field=${name}`, title)
        frame.addEventListener('load', connect)
        node.append(frame)
      },
      unmount() {
        frame?.remove()
        port?.close()
        frame = port = element.ask = undefined
      },
      destroy() {
        element.unmount()
        group.remove(element)
      },
      focus() {
        frame?.focus()
        port?.postMessage({ type: 'focus' })
      },
      on(event, listener) {
        listeners[event]?.add(listener)
        return element
      },
      off(event, listener) {
        listeners[event]?.delete(listener)
        return element
      },
    }
    return element
  }

  const makeGroup = (key) => {
    const elements = new Map()
    const group = {
      /** Gives the number frame and its neighbours a port to each other, each pair once. */
      broker() {
        const number = elements.get('cardNumber')
        if (!number?.ask) return
        for (const other of elements.values()) {
          if (other === number || !other.ask || (number.peers.has(other.name) && other.peers.has('number')))
            continue
          const { port1, port2 } = new MessageChannel()
          number.give(other.name, port1)
          other.give('number', port2)
          number.peers.add(other.name)
          other.peers.add('number')
        }
      },
      remove: (element) => elements.delete(element.kind),
    }
    return {
      create(kind, options = {}) {
        if (!fields[kind]) throw new Error(`LarderSandboxPayments: there is no field ${kind}`)
        const element = makeElement(kind, options, group, key)
        elements.set(kind, element)
        return element
      },
      getElement: (kind) => elements.get(kind) ?? null,
    }
  }

  const createPaymentMethod = async ({ card, billing_details = {} }) => {
    if (!card?.ask)
      return {
        error: { type: 'validation_error', message: 'The card fields are not ready yet. Please try again.' },
      }
    return card.ask({ type: 'create', billing_details: { name: billing_details.name ?? '' } })
  }

  const handleCardAction = (key, clientSecret) =>
    new Promise((resolve) => {
      const dialog = document.createElement('dialog')
      dialog.setAttribute('aria-label', 'Confirm your payment')
      Object.assign(dialog.style, {
        border: '0',
        borderRadius: '14px',
        padding: '0',
        width: 'min(400px, calc(100vw - 32px))',
        background: '#ffffff',
        boxShadow: '0 24px 64px rgb(0 0 0 / .35)',
      })
      const frame = frameOf('action.html', 'Secure payment confirmation frame')
      frame.style.height = '300px'
      const end = (answer) => {
        dialog.close()
        dialog.remove()
        resolve(answer)
      }
      frame.addEventListener('load', () => {
        const { port1, port2 } = new MessageChannel()
        const ask = asker(port1, () => undefined)
        frame.contentWindow.postMessage({ type: 'larder-sandbox-action', key, clientSecret }, '*', [port2])
        ask({ type: 'wait' }).then(end)
        // Leaving the dialog is an answer too: the bank was not told yes.
        dialog.addEventListener('cancel', (event) => {
          event.preventDefault()
          port1.postMessage({ type: 'refuse' })
        })
        frame.focus()
      })
      dialog.append(frame)
      document.body.append(dialog)
      dialog.showModal()
    })

  window.LarderSandboxPayments = (publishableKey) => ({
    elements: () => makeGroup(publishableKey),
    createPaymentMethod,
    handleCardAction: (clientSecret) => handleCardAction(publishableKey, clientSecret),
  })
}
