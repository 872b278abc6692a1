import { t, translateAnswer } from '#contract/language.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { useMutation } from '@tanstack/react-query'
import { formatCents } from '#contract/money.ts'
import { isUntriedCode } from '#contract/rules/promo.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { useLostFocus } from '#lib/paint/use-lost-focus.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useTypedCode } from '#lib/query/use-typed-code.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { Button } from '#lib/ui/button.tsx'
import { applyPromoCode } from '../requests.ts'
import { useSaveStep } from '../use-save-step.ts'
import { PromoCodeEntry } from '#shared/forms/promo-code-entry.tsx'
import { StepFrame, type StepProps } from '#shared/forms/step-frame.tsx'

/** A promo code. It needs a signal, because the answer decides the price. CONTINUE works without one. */
export function PromoStep({ view, onBack, onDone }: StepProps & { view: TicketView }) {
  const { load } = usePortal()
  const { code, setCode, forget } = useTypedCode(view.draftId, view.snapshot?.promo_code ?? '')
  const applying = useMutation({
    mutationFn: async (typed: string) => await applyPromoCode(await load(), view, typed),
  })
  const applied = view.promoCode ?? ''
  useLostFocus(applied === '')
  // A typed code is meant to be used: CONTINUE tries it first. If it is refused, CONTINUE stays, and goes on without it at the second tap.
  const isUntried = isUntriedCode(code, [applied, applying.variables ?? ''])
  const removing = useSaveStep(view.draftId, () => {
    setCode('')
    applying.reset()
  })
  const error = applying.isError ? asAppError(applying.error) : undefined
  // The banner says why; the field is marked as the one it is about.
  const isRefused = error?.kind === 'refused' && code.trim() === applying.variables
  const goOn = (): void | Promise<void> => {
    forget()
    return onDone()
  }
  const taken = t`${applied} takes ${formatCents(view.totals.discountCents)} off.`
  const isNew = applying.isSuccess && view.totals.discountCents > 0
  return (
    <StepFrame
      title={t('Have a promo code?')}
      messages={
        error
          ? [
              ...explain(error),
              ...(applied === '' || error.details.mayBeDone ? [] : [t`${applied} still counts.`]),
            ]
          : removing.messages
      }
      onBack={onBack}
      next={{
        label: t('CONTINUE'),
        busy: applying.isPending,
        onNext: () => (isUntried ? applying.mutate(code.trim(), { onSuccess: goOn }) : goOn()),
      }}
    >
      <PromoCodeEntry
        code={code}
        onType={setCode}
        onApply={() => applying.mutate(code.trim(), { onSuccess: forget })}
        isRefused={isRefused}
        busy={applying.isPending}
      />
      {applied !== '' && (
        <Box display="flex" flexWrap="wrap" alignItems="center" gap="3">
          {/* A code that was just applied is announced below. */}
          {(view.promoNotice !== undefined || !isNew) && (
            <Text>
              {view.promoNotice !== undefined
                ? translateAnswer(view.promoNotice)
                : view.totals.discountCents > 0
                  ? taken
                  : t`${applied} is on this order.`}
            </Text>
          )}
          <Button
            look="quiet"
            aria-busy={removing.saving}
            onClick={() => removing.save({ kind: 'ticket.update', body: { promo_code: '' } })}
          >
            {t('Remove code')}
          </Button>
        </Box>
      )}
      {isNew && (
        <Banner
          tone="success"
          header={t('SUCCESS')}
          messages={[`${taken} ${t`Your new total is ${formatCents(view.totals.totalCents)}.`}`]}
        />
      )}
    </StepFrame>
  )
}
