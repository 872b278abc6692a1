import { t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { useEffect, useRef, useState } from 'react'
import { formatCents } from '#contract/money.ts'
import { minimumCardChargeCents } from '#contract/pricing/tender.ts'
import { canCardPay, findCardNumber, invalidCardNumber } from '#contract/rules/card.ts'
import type { Card } from '#contract/schemas/card.ts'
import type { PaymentProof } from '#lib/payments/use-payment-proof.ts'
import { useCards } from '#lib/query/account.ts'
import { useSession } from '#lib/query/portal-context.tsx'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { agoText } from '#lib/time/age.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { CardNumberInput } from '#shared/forms/card-number-input.tsx'
import { ChoiceCards } from '#lib/ui/choice-cards.tsx'
import { Field } from '#lib/ui/field.tsx'
import { giftCardNote } from '../payment-words.ts'
import { redeemByNumber, redeemCard, sharesOf } from '../tenders.ts'
import type { Payment } from '../use-payment.ts'
import { liveText } from '#lib/paint/marks.ts'
import { restoreLostFocus } from '#lib/paint/use-lost-focus.ts'

type Props = {
  view: TicketView
  payment: Payment
  /** The guest must read something before anything is paid. */
  locked: boolean
}

const anotherNumber = 'number'

/** Pays with a gift card: one of the user's own, or one by its number. It pays as much as it can, and the rest stays due. */
export function GiftCardPanel({ view, payment, locked, proof }: Props & { proof: PaymentProof }) {
  const isUser = useSession().state === 'user'
  const { cards, savedAt, failed } = useCards()
  const now = useNow()
  const own = cards?.filter(canCardPay) ?? []
  const [picked, setPicked] = useState<string>()
  const value =
    picked === anotherNumber
      ? anotherNumber
      : (own.find((one) => one.id === picked)?.id ?? own[0]?.id ?? anotherNumber)
  const card = own.find((one) => one.id === value)
  const paid = { view, payment, locked }
  const [hasFailed, setHasFailed] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  // A card whose balance is used up disappears together with its pressed button.
  useEffect(() => restoreLostFocus(panel.current, { preventScroll: true }), [value])
  if (failed && !hasFailed) setHasFailed(true)
  // After a failed read a number can be typed: reading again must not take that form away.
  if (isUser && !cards && !failed && !hasFailed)
    return <p role="status">{t('Looking for your gift cards.')}</p>
  return (
    <Box ref={panel} tabIndex={-1} outline="none" display="grid" gap="4">
      {own.length > 0 && (
        <>
          <ChoiceCards
            legend={t('Which gift card?')}
            name="gift_card"
            value={value}
            onChange={setPicked}
            choices={[
              ...own.map((one) => ({
                value: one.id,
                label: t`Gift card ${one.number_display}`,
                note: t`Balance ${formatCents(one.balance)}`,
              })),
              { value: anotherNumber, label: t('Use another card number') },
            ]}
          />
          <Text fontSize="small" color="muted" {...liveText}>
            {savedAt === undefined || now === undefined ? '' : t`Balances as of ${agoText(savedAt, now)}`}
          </Text>
        </>
      )}
      {failed && <Text>{t('We couldn’t load your gift cards. You can still enter a card number.')}</Text>}
      {card ? (
        <OwnCard key={card.id} card={card} {...paid} />
      ) : (
        <ByNumber {...paid} proof={proof} onTyped={() => setPicked(anotherNumber)} />
      )}
    </Box>
  )
}

function OwnCard({ card, view, payment, locked }: Props & { card: Card }) {
  const { amountCents, tipCents } = sharesOf(view, card.balance)
  const paysCents = amountCents + tipCents
  const restCents = view.totals.dueCents - paysCents
  const pay = (): void =>
    payment.act({
      run: (services) => redeemCard(services, view, { id: card.id, balanceCents: card.balance }),
      done: giftCardNote,
      // The card was used or loaded elsewhere in the meantime (reliability B6): reads its balance, so that what is there can be used.
      async refused(services, error) {
        if (error.code !== 'insufficient_balance' && error.code !== 'price_changed') return []
        const { value } = await services.readCards(() => undefined)
        const left = value.find((one) => one.id === card.id)?.balance
        return left === undefined ? [] : [t`Balance is now ${formatCents(left)}.`]
      },
    })
  return (
    <Box display="grid" gap="2" justifyItems="start">
      <Button
        aria-busy={payment.busy}
        disabled={locked || paysCents === 0 || view.totals.estimated}
        onClick={() => !payment.busy && pay()}
      >
        {payment.busy ? t('One second…') : t`PAY ${formatCents(paysCents)} WITH THIS CARD`}
      </Button>
      {paysCents === 0 ? (
        <Text color="muted">{noAmountText(view)}</Text>
      ) : (
        restCents > 0 && (
          <Text color="muted">
            {rich`${formatCents(restCents)} is then left to pay.`}{' '}
            {restCents === minimumCardChargeCents &&
              paysCents < card.balance &&
              t('That is the credit card minimum, so the rest stays on your gift card.')}
          </Text>
        )
      )}
    </Box>
  )
}

type ByNumberProps = Props & { proof: PaymentProof; onTyped: () => void }

function ByNumber({ view, payment, locked, proof, onTyped }: ByNumberProps) {
  const isUser = useSession().state === 'user'
  const [typed, setTyped] = useState('')
  const [left, setLeft] = useState(false)
  const number = findCardNumber(typed)
  const { amountCents, tipCents } = sharesOf(view)
  const nothing = amountCents + tipCents === 0
  const cannot = locked || number === undefined || nothing || view.totals.estimated || proof.lacking
  const pay = (): void => {
    setLeft(true)
    if (cannot || payment.busy) return
    payment.act({ run: (services) => redeemByNumber(services, view, number, proof.body), done: giftCardNote })
  }
  return (
    <Box display="grid" gap="3" justifyItems="start">
      <Field
        label={t('Gift card number')}
        problem={number === undefined && left && typed !== '' ? invalidCardNumber : undefined}
        hint={
          isUser
            ? t('We’ll add the card to your account and use what is on it.')
            : t('We’ll use what is on it and ask for the rest next.')
        }
      >
        {(props) => (
          <CardNumberInput
            {...props}
            name="gift-card-number"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              onTyped()
            }}
            onBlur={() => setLeft(true)}
            onFocus={() => setLeft(false)}
            // Enter submits this card, not the order.
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              pay()
            }}
          />
        )}
      </Field>
      <Button aria-busy={payment.busy} disabled={cannot} onClick={pay}>
        {payment.busy ? t('One second…') : t('PAY WITH THIS CARD')}
      </Button>
      {nothing && <Text color="muted">{noAmountText(view)}</Text>}
    </Box>
  )
}

/** Why a gift card cannot pay what is left. */
const noAmountText = ({ totals: { dueNonTipCents } }: TicketView): string =>
  dueNonTipCents === 0
    ? t('Only the tip is left, and a gift card cannot pay it here. Please use a credit card for that.')
    : t`This card’s balance is too low: ${formatCents(minimumCardChargeCents)} or more must be left for a credit card. Remove the payments and use this card first.`
