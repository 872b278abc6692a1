import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { PayableKind } from '#contract/payables.ts'
import { paymentTimeoutText } from '#lib/errors/explain.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useChecking } from '#lib/query/use-checking.ts'
import type { CheckingPaymentProps } from '#shared/forms/checking-payment.tsx'
import { type PayResult, repeatPayment, settlePayment } from './pay.ts'
import type { PaymentProvider } from './provider.ts'

type Options<K extends PayableKind> = {
  payableId: string
  /** The outcome of an attempt is not known. */
  isUnknown: boolean
  /** The last result of paying or asking. */
  result: PayResult<K> | { state: 'placed' } | undefined
  provider: () => PaymentProvider | undefined
  accept: (result: PayResult<K> | undefined) => void
}

/** Whether there is a payment form: from when it is first shown, also while the outcome of its payment is unknown, so that no card is typed twice. */
export function useHasForm(isUnknown: boolean): boolean {
  const [has, setHas] = useState(!isUnknown)
  if (!isUnknown && !has) setHas(true)
  return has
}

/**
 * Asks on its own for the outcome of a payment until it is known, without charging anything. Returns what is shown meanwhile: only where the server answers but
 * cannot tell, the guest may make the same payment again.
 */
export function useUnknownPayment<K extends PayableKind>({
  payableId,
  isUnknown,
  result,
  provider,
  accept,
}: Options<K>): CheckingPaymentProps {
  const { load } = usePortal()
  const checking = useMutation({
    mutationFn: async () => await settlePayment<K>(await load(), payableId),
    onSuccess: accept,
  })
  const repeating = useMutation({
    mutationFn: async () => await repeatPayment<K>(await load(), payableId, provider()),
    onSuccess: accept,
  })
  useChecking(isUnknown && !repeating.isPending, checking)
  return {
    busy: checking.isPending || repeating.isPending,
    failure: result?.state === 'unknown' ? paymentTimeoutText : undefined,
    onCheck: () => checking.mutate(),
    onRepeat: result?.state === 'unknown' && result.mayRepeat ? () => repeating.mutate() : undefined,
  }
}
