import { t } from '#contract/language.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PhysicalOrderBody } from '#contract/schemas/physical-order.ts'
import type { PhysicalOrderRow } from '#db/physical-orders.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useRepeatKey } from '#lib/query/use-repeat-key.ts'
import { updateCart } from './requests.ts'

/** The four states of saving a cart (specification §4 *Gift cart*). */
export type SaveState =
  | { state: 'idle' }
  | { state: 'saving' }
  | { state: 'error'; messages: readonly string[] }
  | { state: 'done'; message: string }

type Saving = {
  feedback: SaveState
  busy: boolean
  /** What was last sent and refused, or got no answer: it is not sent again automatically. */
  failed: Partial<PhysicalOrderBody> | undefined
  save: (changes: Partial<PhysicalOrderBody>, then?: () => void) => void
}

/** §9: how long the result of a save is shown (ms). */
const hideMs = 3000

/** Saves a cart and shows the result for 3 s, whether it worked or not (specification §4, §8). */
export function useSaving(row: PhysicalOrderRow): Saving {
  const { load } = usePortal()
  const { keyOf, noteOutcome } = useRepeatKey()
  const [isShown, setIsShown] = useState(false)
  const saving = useMutation({
    // One after the other: a later change must not overtake an earlier one.
    scope: { id: `cart ${row.orderId}` },
    mutationFn: async (changes: Partial<PhysicalOrderBody>) => {
      const services = await load()
      const message = await updateCart(services, row, changes, keyOf(services, changes))
      return message ?? t('Successfully saved')
    },
    onSettled: (_, cause) => {
      noteOutcome(cause)
      setIsShown(true)
    },
  })
  const { data, error, isPending } = saving
  useEffect(() => {
    if (!isShown) return undefined
    const timer = setTimeout(() => setIsShown(false), hideMs)
    return () => clearTimeout(timer)
  }, [isShown, data, error])
  return {
    feedback: isPending ? { state: 'saving' } : !isShown ? { state: 'idle' } : feedbackOf(data, error),
    busy: isPending,
    failed: error ? saving.variables : undefined,
    save: (changes, then) => saving.mutate(changes, { onSuccess: () => then?.() }),
  }
}

function feedbackOf(message: string | undefined, error: Error | null): SaveState {
  if (error) return { state: 'error', messages: explain(asAppError(error)) }
  return message === undefined ? { state: 'idle' } : { state: 'done', message }
}
