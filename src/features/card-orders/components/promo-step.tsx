import { t, translateAnswer } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { useState } from 'react'
import { isUntriedCode } from '#contract/rules/promo.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { useLostFocus } from '#lib/paint/use-lost-focus.ts'
import { useTypedCode } from '#lib/query/use-typed-code.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { LoadingOverlay } from '#lib/ui/loading-overlay.tsx'
import { PromoCodeEntry } from '#shared/forms/promo-code-entry.tsx'
import { StepFrame } from '#shared/forms/step-frame.tsx'
import { type CardOrderStepProps, useStep } from '../use-step.ts'

/** A promo code: a success stays on the step; CONTINUE goes on, with or without a code. With an empty code no call is made (specification §5). */
export function PromoStep(props: CardOrderStepProps) {
  const { row } = props
  const { save, saving, saved, messages, refused, back, proceed } = useStep(props)
  const { code, setCode, forget } = useTypedCode(row.orderId, row.snapshot.promo_code ?? '')
  const [tried, setTried] = useState('')
  const applied = row.snapshot.promo_code ?? ''
  useLostFocus(applied === '')
  const apply = (next: 'stay' | 'next'): void => {
    if (code.trim() === '' || saving) return
    setTried(code)
    save({ promo_code: code.trim() }, next, forget)
  }
  // A typed code is meant to be used: CONTINUE tries it first. If it is refused, CONTINUE stays, and goes on without it at the second tap.
  const onNext = (): void => {
    if (isUntriedCode(code, [applied, tried])) return apply('next')
    forget()
    proceed()
  }
  const words = row.snapshot.success_message
  const isRefused = refused && code === tried
  const isNew = saved && applied !== '' && row.snapshot.promo_problem === undefined
  return (
    <LoadingOverlay busy={saving}>
      <StepFrame
        title={t('Have a promo code?')}
        messages={messages}
        onBack={back}
        next={{ label: t('CONTINUE'), busy: saving, onNext }}
      >
        <PromoCodeEntry code={code} onType={setCode} onApply={() => apply('stay')} isRefused={isRefused} />
        {applied !== '' && (
          <Box display="flex" flexWrap="wrap" alignItems="center" gap="3">
            {!isNew && <Text>{rich`${applied} is on this order.`}</Text>}
            <Button
              look="quiet"
              onClick={() => {
                setCode('')
                save({ promo_code: '' }, 'stay')
              }}
            >
              {t('Remove code')}
            </Button>
          </Box>
        )}
        {isNew && (
          <Banner
            tone="success"
            header={translateAnswer(words?.header ?? t('Success')).toUpperCase()}
            messages={[words?.message ?? t('Your code is applied and your total is updated.')]}
          />
        )}
      </StepFrame>
    </LoadingOverlay>
  )
}
