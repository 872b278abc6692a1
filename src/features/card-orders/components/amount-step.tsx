import { t, translateName } from '#contract/language.ts'
import { useEffect, useState } from 'react'
import { currencyText } from '#contract/currency-text.ts'
import { centsFromNumber, formatCents, numberFromCents, parseCurrency } from '#contract/money.ts'
import { presetAmounts } from '#contract/rules/card.ts'
import { findGiftCents } from '#contract/rules/card-order.ts'
import { giftDesignOf } from '#contract/rules/gift-design.ts'
import type { CardOrderUpdateBody } from '#contract/schemas/card-order.ts'
import { type CardOrderRow, keepCardOrderTyped } from '#db/card-orders.ts'
import { findCustomAmount, keepCustomAmount } from '#lib/query/card-order-marks.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { writeInBackground } from '#lib/query/write-in-background.ts'
import { Box } from '#lib/ui/box.ts'
import { ChoiceCards } from '#lib/ui/choice-cards.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { AnswerRow, AnswerRows } from '#shared/forms/answer-rows.tsx'
import { acceptAmount } from '#shared/forms/gift-input.ts'
import { LoadingOverlay } from '#lib/ui/loading-overlay.tsx'
import { DesignChoice } from '#shared/gift-card/design-choice.tsx'
import { StepFrame } from '#shared/forms/step-frame.tsx'
import { giftLookOf } from '../gift-look.ts'
import { usePrograms } from '../queries.ts'
import { type CardOrderStepProps, useStep } from '../use-step.ts'

const other = 'other'

/** The amount: a preset, or another amount with two decimals, at most 10000. A program with one fixed amount offers no other. */
export function AmountStep(props: CardOrderStepProps) {
  const { row } = props
  const { save, saving, messages, back, keep, goTo } = useStep(props)
  const isReload = row.type === 'Reload'
  const { programs } = usePrograms(!isReload)
  // Without a choice the first program counts (specification §4: picked automatically at step 1).
  const program = programs?.find((one) => one.id === row.programId) ?? programs?.[0]
  const presets =
    program?.amount === undefined
      ? presetAmounts.map((dollars) => dollars * 100)
      : [parseCurrency(program.amount)]
  const [typed, setTyped] = useState(findCustomAmount)
  const [picked, setPicked] = useState(() => (typed === undefined ? pickedOf(row) : other))
  const choice = program?.amount === undefined ? picked : String(presets[0])
  const cents =
    choice === other ? findGiftCents(typed ?? '') : choice === undefined ? undefined : Number(choice)
  const isFree = program?.amount === undefined
  const choose = (value: string): void => {
    setPicked(value)
    const amount = value === other ? (typed ?? '') : undefined
    setTyped(amount)
    keepCustomAmount(amount)
    keep({ amount: value === other ? (typed ?? '') : dollarsText(Number(value)) })
  }
  const unasked = isFree ? (choice === undefined ? '' : undefined) : dollarsText(presets[0]!)
  useKeptDefault(row, program && unasked)
  const designs = isReload || !row.designs ? undefined : giftLookOf(row).designs
  const [designId, setDesignId] = useState(() => row.typed.design_id ?? row.snapshot.design?.id)
  const design = giftDesignOf(designs ?? [], designId)
  const programId = row.programId ?? program?.id
  return (
    <LoadingOverlay busy={saving}>
      <ChosenProgram name={row.programName} onChange={() => goTo('program')} />
      <StepFrame
        title={isReload ? t('How much would you like to add?') : t('Choose an amount')}
        messages={messages}
        onBack={back}
        next={{
          label: t('CONTINUE'),
          disabled: cents === undefined || (!isReload && programId === undefined),
          busy: saving,
          onNext: () =>
            cents !== undefined &&
            save({ ...bodyOf(row, programId, cents), ...(design && { design_id: design.id }) }, 'next'),
        }}
      >
        {designs && designs.length > 1 && (
          <DesignChoice
            designs={designs}
            value={design?.id}
            onChange={(id) => {
              setDesignId(id)
              keep({ design_id: id })
            }}
          />
        )}
        <ChoiceCards
          legend={t('Amount')}
          name="amount"
          columns={3}
          phoneColumns={2}
          value={choice}
          onChange={choose}
          choices={[
            ...presets.map((preset) => ({ value: String(preset), label: formatCents(preset) })),
            ...(isFree ? [{ value: other, label: t('Other Amount') }] : []),
          ]}
        />
        {choice === other && (
          <Field
            label={t('Amount in dollars')}
            hint={t('From 1.00 to 10,000.00')}
            problem={typed !== '' && cents === undefined ? t('Please enter a valid amount') : undefined}
          >
            {(field) => (
              <TextInput
                {...field}
                inputMode="decimal"
                autoComplete="off"
                value={typed ?? ''}
                onChange={(event) => {
                  const value = acceptAmount(event.target.value, typed ?? '')
                  setTyped(value)
                  keepCustomAmount(value)
                  keep({ amount: value })
                }}
              />
            )}
          </Field>
        )}
      </StepFrame>
    </LoadingOverlay>
  )
}

/** The previous step in one line. With a single program that step was never asked, and the count would begin at 2 with nothing behind it. */
const ChosenProgram = ({ name, onChange }: { name: string | undefined; onChange: () => void }) =>
  name !== undefined && (
    <Box marginBottom="6">
      <AnswerRows>
        <AnswerRow asTyped name={t('Card')} text={translateName(name)} onChange={onChange} />
      </AnswerRows>
    </Box>
  )

/** Stores the preselected amount like a typed one: the card and the sum beside this step are drawn from it. */
function useKeptDefault({ orderId, typed }: CardOrderRow, amount: string | undefined): void {
  const { load } = usePortal()
  const isKept = amount === undefined || amount === (typed.amount ?? '')
  useEffect(() => {
    if (!isKept) writeInBackground(load, ({ db }) => keepCardOrderTyped(db, orderId, { amount }))
  }, [isKept, amount, load, orderId])
}

/** Currency text without its sign: `$25.00` → `25.00`. */
const dollarsText = (cents: number): string => currencyText(cents).replaceAll(/[$,]/g, '')

/** The preset picked last, even if the restaurant does not have it yet. */
function pickedOf({ typed, snapshot: { items } }: CardOrderRow): string | undefined {
  const cents =
    findGiftCents(typed.amount ?? '') ??
    (items[0] === undefined ? undefined : centsFromNumber(items[0].price))
  return presetAmounts.map((dollars) => String(dollars * 100)).find((preset) => preset === String(cents))
}

function bodyOf(
  { type, cardId }: CardOrderRow,
  programId: string | undefined,
  cents: number,
): CardOrderUpdateBody {
  const what =
    type === 'Reload'
      ? { ...(cardId !== undefined && { card_id: cardId }) }
      : { ...(programId !== undefined && { program_id: programId }) }
  return { items: [{ item: 'giftcard', price: numberFromCents(cents), quantity: 1, ...what }] }
}
