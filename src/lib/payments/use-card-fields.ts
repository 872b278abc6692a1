import { useEffect, useRef, useState } from 'react'
import { loadProvider, type PaymentSettings } from './load-provider.ts'
import type { CardField, FieldState, MountedCard, PaymentProvider } from './provider.ts'

export type CardForm = {
  provider: PaymentProvider | undefined
  mounted: MountedCard | undefined
  /** Where the hosted fields are to stand. */
  places: Record<CardField, (element: HTMLElement | null) => void>
  states: Partial<Record<CardField, FieldState>>
  /** Every field is complete. */
  ready: boolean
  /** The provider's script could not be had. */
  unavailable: boolean
  retry: () => void
}

const fields = ['cardNumber', 'cardExpiry', 'cardCvc'] as const

/** The provider's fields, loaded and mounted when a card is about to be typed, taken away with the step. */
export function useCardFields(settings: PaymentSettings, wanted: boolean): CardForm {
  const elements = useRef<Partial<Record<CardField, HTMLElement>>>({})
  const [provider, setProvider] = useState<PaymentProvider>()
  const [mounted, setMounted] = useState<MountedCard>()
  const [states, setStates] = useState<Partial<Record<CardField, FieldState>>>({})
  const [attempt, setAttempt] = useState(0)
  const [unavailable, setUnavailable] = useState(false)
  useEffect(() => {
    let current = true
    loadProvider(settings).then(
      (loaded) => current && setProvider(loaded),
      () => current && setUnavailable(true),
    )
    return () => {
      current = false
    }
  }, [settings, attempt])
  useEffect(() => {
    const { cardNumber, cardExpiry, cardCvc } = elements.current
    if (!provider || !wanted || !cardNumber || !cardExpiry || !cardCvc) return
    const card = provider.mountCard({ cardNumber, cardExpiry, cardCvc }, styleOf(cardNumber))
    card.onChange((field, state) => setStates((now) => ({ ...now, [field]: state })))
    setMounted(card)
    return () => {
      card.unmount()
      setMounted(undefined)
      setStates({})
    }
  }, [provider, wanted])
  const place = (field: CardField) => (element: HTMLElement | null) => {
    if (element) elements.current[field] = element
  }
  return {
    provider,
    mounted,
    places: { cardNumber: place('cardNumber'), cardExpiry: place('cardExpiry'), cardCvc: place('cardCvc') },
    states,
    ready:
      mounted !== undefined &&
      fields.every((field) => states[field]?.complete === true && states[field].problem === undefined),
    unavailable,
    retry: () => {
      setUnavailable(false)
      setAttempt((now) => now + 1)
    },
  }
}

/** The page's own look as plain values: a frame cannot see the page's variables. */
function styleOf(place: HTMLElement) {
  const page = getComputedStyle(place)
  const root = getComputedStyle(document.documentElement)
  return {
    color: page.color,
    fontFamily: 'system-ui, sans-serif',
    fontSize: '16px',
    placeholder: root.getPropertyValue('--h-muted').trim(),
    invalid: root.getPropertyValue('--h-danger').trim(),
  }
}
