import { useState } from 'react'
import { type Cents, formatCents } from '#contract/money.ts'
import { presetTipCents, tipPresets } from '#contract/pricing/ticket.ts'
import { findTip, tipLength } from '#contract/rules/tip.ts'
import { keepNoTip, saidNoTip } from '#lib/query/session-marks.ts'
import type { TicketView } from '#lib/sync/ticket-view.ts'
import { ChoiceCards } from '#lib/ui/choice-cards.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { useMedia } from '#lib/ui/use-media.ts'
import { useSaveStep } from '../use-save-step.ts'
import { StepFrame, type StepProps } from '#lib/ui/step-frame.tsx'

/** A tip: a share of the subtotal, an amount, or none. */
export function TipStep({ view, onBack, onDone }: StepProps & { view: TicketView }) {
  const { subTotalCents } = view.totals
  const [picked, setPicked] = useState<string | undefined>(() => startOf(view))
  const [custom, setCustom] = useState(picked === 'custom' ? formatCents(view.tipCents).replace(/[$,]/g, '') : '')
  const { save, saving, messages } = useSaveStep(view.draftId, onDone)
  const cents = tipOf(picked, custom, subTotalCents)
  const mobile = useMedia('(max-width: 767px)')
  return (
    <StepFrame
      title="Add a tip?"
      messages={messages}
      onBack={onBack}
      next={{
        label: 'CONTINUE',
        disabled: cents === undefined,
        busy: saving,
        onNext: () => {
          if (cents === undefined) return
          keepNoTip(view.draftId, picked === 'none')
          save({ kind: 'ticket.tip', tipCents: cents })
        },
      }}
    >
      <ChoiceCards
        legend="Tip"
        name="tip"
        columns={2}
        value={picked}
        onChange={setPicked}
        choices={[
          ...tipPresets.map((percent) => ({
            value: String(percent),
            label: `${percent}%`,
            note: formatCents(presetTipCents(subTotalCents, percent)),
          })),
          { value: 'custom', label: 'Another amount' },
          { value: 'none', label: 'No tip' },
        ]}
      />
      {picked === 'custom' && (
        <Field label="Tip in dollars" problem={cents === undefined ? 'Please enter an amount, like 4.50' : undefined}>
          {(props) => (
            <TextInput
              {...props}
              inputMode="decimal"
              autoComplete="off"
              maxLength={mobile ? tipLength.mobile : tipLength.desktop}
              value={custom}
              onChange={(event) => setCustom(event.target.value)}
            />
          )}
        </Field>
      )}
    </StepFrame>
  )
}

function tipOf(picked: string | undefined, custom: string, subTotalCents: Cents): Cents | undefined {
  if (picked === undefined) return undefined
  if (picked === 'none') return 0
  return picked === 'custom' ? findTip(custom) : presetTipCents(subTotalCents, Number(picked))
}

/** What was tipped already, as the choice that it was. */
function startOf({ draftId, tipCents, totals }: TicketView): string | undefined {
  if (tipCents === 0) return saidNoTip(draftId) ? 'none' : undefined
  const preset = tipPresets.find((percent) => presetTipCents(totals.subTotalCents, percent) === tipCents)
  return preset === undefined ? 'custom' : String(preset)
}
