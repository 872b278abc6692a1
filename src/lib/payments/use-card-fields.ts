import { useEffect, useRef, useState } from 'react'
import { useReachability } from '#lib/query/reachability.ts'
import { followScheme } from './follow-scheme.ts'
import { loadProvider, type PaymentSettings } from './load-provider.ts'
import type { CardField, FieldState, FieldStyle, MountedCard, PaymentProvider } from './provider.ts'

export type CardForm = {
  provider: PaymentProvider | undefined
  mounted: MountedCard | undefined
  /** The elements that the hosted fields are mounted in. */
  places: Record<CardField, (element: HTMLElement | null) => void>
  states: Partial<Record<CardField, FieldState>>
  /** Fields that are still loading while others are typed into: they are loaded again. */
  late: readonly CardField[]
  /** Every field is complete. */
  ready: boolean
  /** The provider's script, or the pages of its fields, could not be loaded. */
  unavailable: boolean
  retry: () => void
}

/** How long the provider's fields may take to load (ms). */
const timeoutMs = 10_000

const fields = ['cardNumber', 'cardExpiry', 'cardCvc'] as const

/** The provider's fields, loaded and mounted when a card is about to be typed, and unmounted with the step. */
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
    // A loaded script stays: a wallet's open sheet depends on it.
    if (provider) setMountings((now) => now + 1)
    else setAttempt((now) => now + 1)
  }
  const reach = useReachability()
  const [reachBefore, setReachBefore] = useState(reach)
  if (reach !== reachBefore) {
    setReachBefore(reach)
    // The signal is back, so that what failed may load now.
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
 * A browser does not tell a page that a frame's page failed to load: three empty boxes would stay there forever (reliability N9, I9). Reloading all three would
 * lose what is typed in those that loaded: then only the missing ones are reloaded. Returns a function that ends this.
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
