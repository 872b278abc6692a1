import { useMutation } from '@tanstack/react-query'
import { type CardOrderStep, listCardOrderSteps } from '#contract/rules/card-order.ts'
import type { CardOrderUpdateBody, Program } from '#contract/schemas/card-order.ts'
import {
  type CardOrderRow,
  type CardOrderTyped,
  keepCardOrderTyped,
  updateCardOrder,
} from '#db/card-orders.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { notSavedText } from '#lib/errors/not-saved.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useRepeatKey } from '#lib/query/use-repeat-key.ts'
import { writeInBackground } from '#lib/query/write-in-background.ts'
import { saveCardOrder } from './requests.ts'

export type CardOrderStepProps = { row: CardOrderRow; /** BACK on the first step. */ onLeave: () => void }

/** Where to go once a save is accepted. */
export type Next = 'next' | 'back' | 'stay'

type StepFlow = {
  /** Sends this step's part; moves on or back once it is accepted, or stays. `then` is called in each case. */
  save: (body: CardOrderUpdateBody, next: Next, then?: () => void) => void
  saving: boolean
  /** The save being sent, or the one waiting behind it, leads to another step. */
  leaving: boolean
  saved: boolean
  /** What went wrong, one message a line: the step stays. */
  messages: readonly string[]
  /** The restaurant refused; any other failure may be gone with the next try. */
  refused: boolean
  proceed: () => void
  /** Chooses what to buy, and moves on. */
  choose: (program: Program) => void
  back: () => void
  /** Goes to an earlier step. */
  goTo: (step: CardOrderStep) => void
  /** Stores what is typed on this device. */
  keep: (typed: CardOrderTyped) => void
}

/** What one step of the flow can do. Each save clears the messages of the one before; a request without an answer is repeated under the same key. */
export function useStep({ row, onLeave }: CardOrderStepProps): StepFlow {
  const { load } = usePortal()
  const settings = useLocationCopy()?.location.settings
  const { keyOf, noteOutcome } = useRepeatKey()
  const saving = useMutation({
    // One at a time: CONTINUE must not overtake a change being sent.
    scope: { id: `card-order ${row.orderId}` },
    mutationFn: async ({ body, next }: { body: CardOrderUpdateBody; next: Next }) => {
      const services = await load()
      await saveCardOrder(services, row, body, {
        key: keyOf(services, body),
        step: next === 'stay' ? undefined : next === 'next' ? row.step + 1 : row.step - 1,
      })
    },
    onSettled: (_, cause) => noteOutcome(cause),
  })
  const going = useMutation({
    mutationFn: async (changes: Pick<CardOrderRow, 'step' | 'programId' | 'programName'>) => {
      const { db, clock } = await load()
      await updateCardOrder(db, row.orderId, changes, clock.now())
    },
  })
  const go = (step: number): void => going.mutate({ step })
  return {
    save: (body, next, then) => saving.mutate({ body, next }, { onSuccess: () => then?.() }),
    saving: saving.isPending,
    leaving: saving.isPending && saving.variables.next !== 'stay',
    saved: saving.isSuccess,
    refused: saving.error !== null && asAppError(saving.error).kind === 'refused',
    messages: saving.error ? explain(asAppError(saving.error)) : going.isError ? [notSavedText()] : [],
    proceed: () => go(row.step + 1),
    choose: ({ id: programId, description: programName }) =>
      going.mutate({ programId, programName, step: row.step + 1 }),
    goTo(step) {
      // Its index among the steps that this restaurant has.
      const place = settings ? listCardOrderSteps(row.type, settings).indexOf(step) : -1
      if (place >= 0) go(place)
    },
    back: () => (row.step === 0 ? onLeave() : go(row.step - 1)),
    keep: (typed) => writeInBackground(load, ({ db }) => keepCardOrderTyped(db, row.orderId, typed)),
  }
}
