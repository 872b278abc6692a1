import { t } from '#contract/language.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { PayableKind } from '#contract/payables.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain, paymentTimeoutText } from '#lib/errors/explain.ts'
import { usePortal, useSession } from '#lib/query/portal-context.tsx'
import type { Services } from '#lib/query/services.ts'
import type { CheckingPaymentProps } from '#shared/forms/checking-payment.tsx'
import { asksForPerson } from '#shared/forms/person-banner.tsx'
import {
  type CardPayBody,
  customerFields,
  methodOf,
  payForCards,
  type PayResult,
  type PayWith,
  wasNotSent,
} from './pay.ts'
import type { WalletPayment } from './provider.ts'
import { type CardSource, useCardSource } from './use-card-source.ts'
import { usePaymentProof } from './use-payment-proof.ts'
import { useHasForm, useUnknownPayment } from './use-unknown-payment.ts'
import { paidOrFailed } from './wallet-buttons.tsx'

type CardKind = Exclude<PayableKind, 'ticket'>
type CardPayResult = PayResult<CardKind>

/** The payment method, in the API's fields: a signed-in user's source and customer, or a guest's token. */
type PaidWith = {
  payment_source?: string
  stripe_customer_id?: string
  keep_card?: boolean
  payment_token?: string
  recaptcha_confirmation?: string
}

type CardPaymentOptions = {
  orderId: string
  /** The attempt whose outcome is not known yet. */
  unresolved: boolean
  /** The name on the bill. */
  billingName: string
  bodyOf: (paid: PaidWith) => CardPayBody
  onPlaced: () => void
}

export type CardPayment = {
  pay: () => void
  payByWallet: (wallet: WalletPayment) => void
  busy: boolean
  messages: readonly string[]
  /** Nothing was refused: the payment never left this device, or never arrived. */
  wasNotSent: boolean
  /** The restaurant requires a human verification. */
  asksForPerson: boolean
  /** A guest may buy no more today; a member may. */
  wantsMember: boolean
  /** No answer came: nothing else is paid until the outcome of the payment is known. */
  unknown: CheckingPaymentProps | undefined
  source: CardSource
}

/** Paying for gift cards: the card, the attempt and its outcome. */
export function useCardPayment({
  orderId,
  unresolved,
  billingName,
  bodyOf,
  onPlaced,
}: CardPaymentOptions): CardPayment {
  const { load } = usePortal()
  const session = useSession()
  const [result, setResult] = useState<CardPayResult>()
  const [payRuns, setPayRuns] = useState(false)
  const proof = usePaymentProof()
  // The device's store is updated a moment after the answer: an outcome that is already known must not count as unknown meanwhile.
  const known = result !== undefined && result.state !== 'unknown' && result.state !== 'authenticate'
  const isUnknown = unresolved && !payRuns && !known
  const source = useCardSource(useHasForm(isUnknown), proof)
  const { provider } = source.card
  const accept = (next: CardPayResult | undefined): void => {
    if (!next) return
    setResult(next)
    if (next.state === 'done') onPlaced()
  }
  const payWith = async (services: Services, how: PayWith): Promise<CardPayResult> => {
    const method = await methodOf(services, how)
    if ('problem' in method) return { state: 'card-problem', message: method.problem }
    const paid =
      session.state === 'user'
        ? { payment_source: method.id, ...customerFields(how) }
        : { payment_token: method.id }
    return await payForCards(services, orderId, bodyOf({ ...paid, ...how.proof }), provider)
  }
  const paying = useMutation({
    mutationFn: async (wallet: WalletPayment | undefined): Promise<CardPayResult> => {
      const services = await load()
      if (!wallet) return await payWith(services, source.payWith(billingName))
      const how: PayWith = { card: wallet, name: billingName, proof: proof.body }
      return await paidOrFailed(wallet, () => payWith(services, how))
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
  const unknown = useUnknownPayment<CardKind>({
    payableId: orderId,
    isUnknown,
    result,
    provider: () => provider,
    accept,
  })
  return {
    pay: () => paying.mutate(undefined),
    payByWallet: paying.mutate,
    busy: payRuns,
    messages: messagesOf(result, paying.error),
    wasNotSent: wasNotSent({ result, error: paying.error }),
    asksForPerson: result?.state === 'refused' && asksForPerson(result.error),
    wantsMember:
      session.state === 'guest' && result?.state === 'refused' && result.error.code === 'gift_card_limit',
    unknown: isUnknown ? unknown : undefined,
    source,
  }
}

function messagesOf(result: CardPayResult | undefined, error: Error | null): string[] {
  if (error) return explain(asAppError(error))
  switch (result?.state) {
    case 'card-problem':
      return [result.message]
    case 'refused':
      return explain(result.error)
    case 'unsent':
      return [t('Not sent, and nothing was charged. Please try again.')]
    case 'unknown':
    case 'authenticate':
      return [paymentTimeoutText]
    default:
      return []
  }
}
