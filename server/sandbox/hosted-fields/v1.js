/**
 * window.LarderSandboxPayments(publishableKey, { locale }): the part of Stripe.js that the portal uses, for sandbox mode.
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

  const makeElement = (kind, options, group, { key, locale }) => {
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
        frame = frameOf(`field.html?${new URLSearchParams({ field: name, locale })}`, title)
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
      update(changed) {
        Object.assign(options, changed)
        if (changed.style) port?.postMessage({ type: 'style', style: changed.style })
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

  const walletDialog = {
    page: 'wallet-sheet.html',
    label: 'Test wallet',
    title: 'Secure wallet frame',
    height: '400px',
  }
  const bankDialog = {
    page: 'action.html',
    label: 'Confirm your payment',
    title: 'Secure payment confirmation frame',
    height: '300px',
  }

  /** A window over the page with a frame of ours in it, which is asked for one answer. Leaving it is an answer, too: `onLeave`. */
  const openDialog = ({ page, label, title, height }, init, onLeave) => {
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', label)
    Object.assign(dialog.style, {
      border: '0',
      borderRadius: '14px',
      padding: '0',
      width: 'min(400px, calc(100vw - 32px))',
      background: '#ffffff',
      boxShadow: '0 24px 64px rgb(0 0 0 / .35)',
    })
    const frame = frameOf(page, title)
    frame.style.height = height
    const opened = new Promise((resolve) => {
      frame.addEventListener('load', () => {
        const { port1, port2 } = new MessageChannel()
        frame.contentWindow.postMessage(init, '*', [port2])
        dialog.addEventListener('cancel', (event) => {
          event.preventDefault()
          onLeave(port1)
        })
        frame.focus()
        resolve(port1)
      })
    })
    dialog.append(frame)
    document.body.append(dialog)
    dialog.showModal()
    return {
      opened,
      close() {
        dialog.close()
        dialog.remove()
      },
    }
  }

  /** The like of Stripe's Express Checkout Element: one button, of a wallet that holds test cards and stands for Apple Pay, Google Pay and Link. */
  const makeExpress = (group, key, options) => {
    const listeners = { ready: new Set(), click: new Set(), confirm: new Set(), cancel: new Set() }
    const emit = (type, event = {}) =>
      listeners[type].forEach((listener) => listener({ elementType: 'expressCheckout', ...event }))
    const sheet = makeWalletSheet(group, key, options, emit)
    let frame, port
    const connect = () => {
      const channel = new MessageChannel()
      port = channel.port1
      port.onmessage = ({ data }) => {
        if (data.type === 'ready') {
          emit('ready', { availablePaymentMethods: { testWallet: true } })
          port?.postMessage({ type: 'enable' })
        }
        if (data.type === 'click') emit('click', { resolve: sheet.open, reject: () => undefined })
      }
      const theme = options.buttonTheme?.applePay ?? 'black'
      frame.contentWindow.postMessage({ type: 'larder-sandbox-button', theme }, '*', [channel.port2])
    }
    const element = {
      mount(place) {
        const node = typeof place === 'string' ? document.querySelector(place) : place
        if (!node) throw new Error('LarderSandboxPayments: there is no place to mount the buttons in')
        element.unmount()
        frame = frameOf('wallet-button.html', 'Secure wallet button frame')
        frame.style.height = `${options.buttonHeight ?? 44}px`
        frame.addEventListener('load', connect)
        node.append(frame)
      },
      unmount() {
        sheet.close()
        frame?.remove()
        port?.close()
        frame = port = undefined
      },
      destroy: () => element.unmount(),
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

  /** What a wallet shows when its button is pressed. It stays open until a payment method is made of it, or the payment has failed. */
  const makeWalletSheet = (group, key, options, emit) => {
    let dialog
    const close = () => {
      dialog?.close()
      dialog = undefined
    }
    const leave = () => {
      close()
      emit('cancel')
    }
    const open = async () => {
      // The second press of a double press.
      if (dialog) return
      const business = options.business?.name ?? ''
      const init = { type: 'larder-sandbox-wallet', key, amount: group.amount, business }
      dialog = openDialog(walletDialog, init, leave)
      const ask = asker(await dialog.opened, ({ type }) => {
        if (type === 'cancel') leave()
        if (type === 'confirm') emit('confirm', { expressPaymentType: 'test_wallet', paymentFailed: close })
      })
      group.askWallet = async () => {
        const answer = await ask({ type: 'create' })
        close()
        return answer
      }
    }
    return { open: () => void open(), close }
  }

  const makeGroup = (who, given = {}) => {
    const { key } = who
    const elements = new Map()
    const group = {
      amount: given.amount,
      askWallet: undefined,
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
        if (kind === 'expressCheckout') return makeExpress(group, key, options)
        if (!fields[kind]) throw new Error(`LarderSandboxPayments: there is no field ${kind}`)
        const element = makeElement(kind, options, group, who)
        elements.set(kind, element)
        return element
      },
      getElement: (kind) => elements.get(kind) ?? null,
      update({ amount }) {
        group.amount = amount ?? group.amount
      },
      submit: async () =>
        group.askWallet ? {} : { error: { message: 'Nothing was chosen in the wallet.' } },
      createFromWallet: () => group.askWallet(),
    }
  }

  const createPaymentMethod = async ({ elements, card, billing_details = {} }) => {
    if (elements) return elements.createFromWallet()
    if (!card?.ask)
      return {
        error: { type: 'validation_error', message: 'The card fields are not ready yet. Please try again.' },
      }
    return card.ask({ type: 'create', billing_details: { name: billing_details.name ?? '' } })
  }

  const handleCardAction = async (key, clientSecret) => {
    const init = { type: 'larder-sandbox-action', key, clientSecret }
    // Leaving the dialog is an answer: the bank was not told yes.
    const leave = (port) => port.postMessage({ type: 'refuse' })
    const dialog = openDialog(bankDialog, init, leave)
    const ask = asker(await dialog.opened, () => undefined)
    const answer = await ask({ type: 'wait' })
    dialog.close()
    return answer
  }

  window.LarderSandboxPayments = (publishableKey, { locale = 'en' } = {}) => ({
    elements: (options) => makeGroup({ key: publishableKey, locale }, options),
    createPaymentMethod,
    handleCardAction: (clientSecret) => handleCardAction(publishableKey, clientSecret),
  })
}
