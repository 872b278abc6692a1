import { useEffect, useRef, useState } from 'react'
import { useReachability } from '#lib/query/reachability.ts'
import { followScheme } from './follow-scheme.ts'
import { loadProvider, type PaymentSettings } from './load-provider.ts'
import type { CardField, FieldState, FieldStyle, MountedCard, PaymentProvider } from './provider.ts'

export type CardForm = {
  provider: PaymentProvider | undefined
  mounted: MountedCard | undefined
  /** Where the hosted fields are to stand. */
  places: Record<CardField, (element: HTMLElement | null) => void>
  states: Partial<Record<CardField, FieldState>>
  /** Fields that are late while others are being typed into already: they are asked for again. */
  late: readonly CardField[]
  /** Every field is complete. */
  ready: boolean
  /** The provider's script, or the pages of its fields, could not be had. */
  unavailable: boolean
  retry: () => void
}

/** How long the provider's fields may take to come. */
const timeoutMs = 10_000

const fields = ['cardNumber', 'cardExpiry', 'cardCvc'] as const

/** The provider's fields, loaded and mounted when a card is about to be typed, taken away with the step. */
export function useCardFields(settings: PaymentSettings, wanted: boolean): CardForm {
  const elements = useRef<Partial<Record<CardField, HTMLElement>>>({})
  const [provider, setProvider] = useState<PaymentProvider>()
  const [mounted, setMounted] = useState<MountedCard>()
  const [states, setStates] = useState<Partial<Record<CardField, FieldState>>>({})
  const [attempt, setAttempt] = useState(0)
  const [mountings, setMountings] = useState(0)
  const [unavailable, setUnavailable] = useState(false)
  const [late, setLate] = useState<readonly CardField[]>([])
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
    let isTyped = false
    card.onChange((field, state) => {
      isTyped ||= !state.empty
      setStates((now) => ({ ...now, [field]: state }))
    })
    const stopWatching = watchArrival(card, {
      isTyped: () => isTyped,
      onLate: setLate,
      onAway: () => setUnavailable(true),
    })
    const stopFollowing = followScheme(() => card.setStyle(styleOf(cardNumber)))
    setMounted(card)
    return () => {
      stopWatching()
      stopFollowing()
      card.unmount()
      setMounted(undefined)
      setStates({})
      setLate([])
    }
  }, [provider, wanted, mountings])
  const retry = (): void => {
    setUnavailable(false)
    // The script that is there stays: a wallet's open sheet is its own.
    if (provider) setMountings((now) => now + 1)
    else setAttempt((now) => now + 1)
  }
  const reach = useReachability()
  const [reachBefore, setReachBefore] = useState(reach)
  if (reach !== reachBefore) {
    setReachBefore(reach)
    // The signal is back, and with it perhaps what did not come.
    if (reach === 'reachable' && unavailable) retry()
  }
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
    late,
    retry,
  }
}

/**
 * No browser tells a page that a frame's page did not come: three empty boxes would stand there for ever (reliability N9, I9). What is typed into those
 * that came would be gone with all three: then only what is missing is asked for again. Gives what ends it.
 */
function watchArrival(
  card: MountedCard,
  {
    isTyped,
    onLate,
    onAway,
  }: { isTyped: () => boolean; onLate: (fields: readonly CardField[]) => void; onAway: () => void },
): () => void {
  const timer = setInterval(() => {
    if (isTyped()) return onLate(card.remountMissing())
    clearInterval(timer)
    onAway()
  }, timeoutMs)
  const stop = (): void => clearInterval(timer)
  card.onReady(() => {
    stop()
    onLate([])
  })
  return stop
}

/** The page's own look as plain values: a frame cannot see the page's variables. */
function styleOf(place: HTMLElement): FieldStyle {
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
