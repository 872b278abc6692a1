import { t } from '#contract/language.ts'
import { useState } from 'react'
import { currencyText } from '#contract/currency-text.ts'
import { type Cents, formatCents } from '#contract/money.ts'
import { presetTipCents, tipPresets } from '#contract/pricing/ticket.ts'
import { findTip, findTipProblem, isUnusualTip, tipLength } from '#contract/rules/tip.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { findTypedOf, keepTypedOf } from '#lib/query/typed-forms.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { ChoiceCards } from '#lib/ui/choice-cards.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { useMedia } from '#lib/ui/use-media.ts'
import { findTipChosen, isTipPreset, useTellsShares } from '../tip-chosen.ts'
import { useSaveStep } from '../use-save-step.ts'
import type { Habits } from '../habits.ts'
import { StepFrame, type StepProps } from '#shared/forms/step-frame.tsx'

/** A tip: a percentage of the subtotal, an amount, or none. */
export function TipStep({ view, usual, onBack, onDone }: StepProps & { view: TicketView; usual: Habits }) {
  const { subTotalCents } = view.totals
  const tellsShares = useTellsShares()
  // What is typed but not sent is restored after a reload.
  const [{ amount: typed }] = useState(() => findTypedOf('tip', view.draftId))
  const keep = (amount: string | undefined): void =>
    keepTypedOf('tip', view.draftId, amount === undefined ? undefined : { amount })
  const [own, setPicked] = useState<string | undefined>(() =>
    typed === undefined ? findTipChosen(view, tellsShares)?.toString() : 'custom',
  )
  const picked = own ?? (usual.tipPercent === 0 ? 'none' : usual.tipPercent?.toString())
  const [custom, setCustom] = useState(
    typed ?? (picked === 'custom' ? currencyText(view.tipCents).replace(/[$,]/g, '') : ''),
  )
  const { save, saving, messages } = useSaveStep(view.draftId, () => {
    keep(undefined)
    return onDone()
  })
  const cents = tipOf(picked, custom, subTotalCents)
  const problem = picked === 'custom' ? problemOf(cents, subTotalCents) : undefined
  // A tip far above the usual has to be confirmed once: the button says what a second tap means.
  const [askedCents, setAskedCents] = useState<Cents>()
  const isAsked = picked === 'custom' && askedCents !== undefined && askedCents === cents
  const mobile = useMedia('(max-width: 767px)')
  return (
    <StepFrame
      title={t('Add a tip?')}
      messages={messages}
      onBack={onBack}
      next={{
        label: isAsked ? t`YES, TIP ${formatCents(cents)}` : t('CONTINUE'),
        disabled: cents === undefined || problem !== undefined,
        busy: saving,
        onNext: () => {
          if (cents === undefined) return
          // A tip that was already given needs no confirmation.
          if (
            picked === 'custom' &&
            cents !== view.tipCents &&
            isUnusualTip(cents, subTotalCents) &&
            !isAsked
          )
            return setAskedCents(cents)
          save({
            kind: 'ticket.tip',
            tipCents: cents,
            ...(isTipPreset(Number(picked)) && { tipPercent: Number(picked) }),
          })
        },
      }}
    >
      <ChoiceCards
        legend={t('Tip')}
        name="tip"
        columns={2}
        value={picked}
        onChange={(next) => {
          setPicked(next)
          keep(next === 'custom' && custom !== '' ? custom : undefined)
        }}
        choices={[
          ...tipPresets.map((percent) => ({
            value: String(percent),
            label: `${percent}%`,
            note: formatCents(presetTipCents(subTotalCents, percent)),
          })),
          { value: 'custom', label: t('Another amount') },
          { value: 'none', label: t('No tip') },
        ]}
      />
      {picked === 'custom' && (
        <Field label={t('Tip in dollars')} problem={problem}>
          {(props) => (
            <TextInput
              {...props}
              inputMode="decimal"
              autoComplete="off"
              maxLength={mobile ? tipLength.mobile : tipLength.desktop}
              value={custom}
              // Strips the dollar sign, which would take the place of a digit.
              onChange={(event) => {
                const text = event.target.value.replace(/^\s*\$\s*/, '')
                setCustom(text)
                keep(text)
              }}
            />
          )}
        </Field>
      )}
      {isAsked && (
        <Banner
          tone="note"
          header={t('Is this right?')}
          messages={[
            t`${formatCents(cents)} is a generous tip on an order of ${formatCents(subTotalCents)}. Change it, or tap again to keep it.`,
          ]}
        />
      )}
    </StepFrame>
  )
}

const problemOf = (cents: Cents | undefined, subTotalCents: Cents): string | undefined =>
  cents === undefined ? t('Please enter an amount, like 4.50') : findTipProblem(cents, subTotalCents)

function tipOf(picked: string | undefined, custom: string, subTotalCents: Cents): Cents | undefined {
  if (picked === undefined) return undefined
  if (picked === 'none') return 0
  return picked === 'custom' ? findTip(custom) : presetTipCents(subTotalCents, Number(picked))
}
