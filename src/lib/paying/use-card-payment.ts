import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain, paymentTimeoutText } from '#lib/errors/explain.ts'
import type { PaymentProvider } from '#lib/payments/provider.ts'
import { type CardForm, useCardFields } from '#lib/payments/use-card-fields.ts'
import { keys } from '#lib/query/keys.ts'
import { usePortal, useSession } from '#lib/query/portal-context.tsx'
import { type Reachability, useReachability } from '#lib/query/reachability.ts'
import { type SavedCards, useSavedCards } from '#lib/query/saved-cards.ts'
import { useChecking, useRetryWhenBack } from '#lib/query/use-checking.ts'
import { newCard } from '#lib/ui/saved-card-choice.tsx'
import { type CardPayBody, type CardPayResult, payForCards, settleCardPayment } from './pay.ts'
import { type PaymentProof, usePaymentProof } from './use-payment-proof.ts'

/** What is paid with, in the fields of the wire: a signed-in user's source and customer, a guest's token, or nothing where nothing is due. */
export type PaidWith = { payment_source?: string; stripe_customer_id?: string; payment_token?: string; recaptcha_confirmation?: string }

export type CardPaymentOptions = {
  orderId: string
  /** The attempt whose outcome is not known yet. */
  unresolved: boolean
  dueCents: number
  /** The name on the bill. */
  billingName: string
  bodyOf: (paid: PaidWith) => CardPayBody
  onPlaced: (message: string | undefined) => void
}

export type CardPayment = {
  pay: () => void
  busy: boolean
  messages: readonly string[]
  /** No answer came: nothing is paid until it is known what became of the payment. */
  unknown: { busy: boolean; failure: string | undefined; check: () => void } | undefined
  card: CardForm
  /** The saved cards are still being asked for. */
  asking: boolean
  saved: SavedCards | undefined
  source: string
  choose: (source: string) => void
  isTyped: boolean
  nothingDue: boolean
  reach: Reachability
  /** What shows that a person pays, where that is asked for. */
  proof: PaymentProof
  /** The card lacks nothing. */
  cardReady: boolean
}

/** Paying for gift cards: saved cards, the provider's fields, the attempt and what became of it. */
export function useCardPayment({ orderId, unresolved, dueCents, billingName, bodyOf, onPlaced }: CardPaymentOptions): CardPayment {
  const { load, facts } = usePortal()
  const session = useSession()
  const reach = useReachability()
  const refreshCards = useFreshCards()
  const [result, setResult] = useState<CardPayResult>()
  const [payRuns, setPayRuns] = useState(false)
  const proof = usePaymentProof()
  const nothingDue = dueCents === 0
  // The device's own store is heard a moment after the answer: what was definitely refused is not unknown any more.
  const settled = result?.state === 'refused' || result?.state === 'card-problem' || result?.state === 'placed'
  const isUnknown = unresolved && !payRuns && !settled
  const { asking, saved } = useSavedCards(!nothingDue && !isUnknown)
  const [chosen, setChosen] = useState<string>()
  const source = chosen ?? saved?.sources[0]?.id ?? newCard
  const isTyped = !asking && source === newCard
  const card = useCardFields(facts.payments, !nothingDue && !isUnknown && isTyped)
  const accept = (next: CardPayResult | undefined): void => {
    if (!next) return
    setResult(next)
    if (next.state !== 'placed') return
    refreshCards()
    onPlaced(next.message)
  }
  const paying = useMutation({
    mutationFn: async () => {
      const services = await load()
      const pay = async (paid: PaidWith, provider: PaymentProvider | undefined) =>
        await payForCards(services, { orderId, ...bodyOf({ ...paid, ...proof.body }) }, provider)
      if (nothingDue) return await pay({}, card.provider)
      if (!card.provider || (isTyped && !card.mounted)) throw new Error('the card fields are not ready')
      const method = isTyped ? await card.mounted!.createPaymentMethod({ name: billingName }) : { id: source }
      if ('problem' in method) return { state: 'card-problem', message: method.problem } as const
      const customer = saved && { stripe_customer_id: saved.customerId }
      return await pay(session.state === 'user' ? { payment_source: method.id, ...customer } : { payment_token: method.id }, card.provider)
    },
    onMutate: () => {
      setResult(undefined)
      setPayRuns(true)
    },
    onSuccess: accept,
    onSettled(next) {
      setPayRuns(false)
      proof.used(next?.state === 'refused' ? next.error : undefined)
    },
  })
  const checking = useMutation({ mutationFn: async () => await settleCardPayment(await load(), orderId, card.provider), onSuccess: accept })
  useChecking(isUnknown, checking)
  useRetryWhenBack(card, reach)
  return {
    pay: () => paying.mutate(),
    busy: payRuns,
    messages: messagesOf(result, paying.error),
    unknown: isUnknown
      ? { busy: checking.isPending, failure: result?.state === 'unknown' ? paymentTimeoutText : undefined, check: () => checking.mutate() }
      : undefined,
    ...{ card, saved, source, choose: setChosen, isTyped, nothingDue, reach, asking, proof },
    cardReady: nothingDue || (!asking && (isTyped ? card.ready : card.provider !== undefined)),
  }
}

/** What was bought or reloaded shows on /mycards right away. */
function useFreshCards(): () => void {
  const client = useQueryClient()
  const { facts } = usePortal()
  const session = useSession()
  return () => {
    if (session.state !== 'user') return
    void client.invalidateQueries({ queryKey: keys.cards(facts.host.locationId, session.principal) })
    void client.invalidateQueries({ queryKey: keys.transactions(facts.host.locationId, session.principal) })
  }
}

function messagesOf(result: CardPayResult | undefined, error: Error | null): string[] {
  if (error) return explain(asAppError(error))
  if (result?.state === 'card-problem') return [result.message]
  if (result?.state === 'refused') return explain(result.error)
  return result?.state === 'unknown' ? [paymentTimeoutText] : []
}
