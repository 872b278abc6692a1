import { t } from '#contract/language.ts'
import { cardOrderSteps, type CardOrderStep } from '#contract/rules/card-order.ts'
import { addressText } from '#contract/rules/contact.ts'
import { deviceZone } from '#contract/time-zones.ts'
import { formatPhone } from '#contract/rules/phone.ts'
import { findGiftTimeProblem, giftLocalWords, giftTimePast } from '#contract/rules/gift-time.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import { useNow } from '#lib/time/use-now.ts'
import { AnswerRow, AnswerRows } from '#shared/forms/answer-rows.tsx'
import { MessageRow, RecipientRow } from '#shared/forms/gift-answer-rows.tsx'
import { giftStateWords } from '../gift-words.ts'
import { useOffersTimes } from '../use-gift-time.ts'

type GiftAnswersProps = {
  order: CardOrder
  /** Leads to a step; left out once a payment is under way, when answers can no longer change. */
  onChange: ((step: CardOrderStep) => void) | undefined
}

/** A gift's recipient, time and message, before it is paid. */
export function GiftAnswers({ order, onChange }: GiftAnswersProps) {
  const to = findRecipient(order)
  const offersTimes = useOffersTimes()
  const now = useNow()
  if (to === undefined) return null
  const leadTo = (step: CardOrderStep) => onChange && (() => onChange(step))
  return (
    <AnswerRows>
      <RecipientRow to={order} place={placeOf[to](order)} onChange={leadTo(to)} />
      {to !== 'address' && (
        <AnswerRow
          name={t('Time')}
          text={timeOf(order, now)}
          onChange={offersTimes ? leadTo(to) : undefined}
        />
      )}
      <MessageRow message={order.personal_message} onChange={leadTo('message')} />
    </AnswerRows>
  )
}

/** A purchased gift: its recipient, its state, and its message. */
export function GiftReceipt({ order }: { order: CardOrder }) {
  const to = findRecipient(order)
  if (to === undefined) return null
  return (
    <AnswerRows label={t('Your gift')}>
      <RecipientRow to={order} place={placeOf[to](order)} onChange={undefined} />
      <AnswerRow
        name={t('Time')}
        text={
          to === 'address'
            ? t('Allow 2 to 3 business days for the mail')
            : giftStateWords(order, deviceZone())
        }
      />
      <MessageRow message={order.personal_message} onChange={undefined} />
    </AnswerRows>
  )
}

/** The step that asked where the gift goes; undefined for a card that the buyer keeps. */
const findRecipient = ({ type }: CardOrder): 'email' | 'phone' | 'address' | undefined =>
  cardOrderSteps[type].find((step) => step === 'email' || step === 'phone' || step === 'address')

/** Where a gift goes: an email address, a phone number or a postal address. */
const placeOf: Record<'email' | 'phone' | 'address', (order: CardOrder) => string | undefined> = {
  email: ({ recipient_email }) => recipient_email,
  phone: ({ recipient_phone }) => formatPhone(recipient_phone ?? ''),
  address: addressText,
}

/** A gift whose time has passed before it is paid is sent right away. */
const timeOf = ({ send_at_local: local, send_time_zone: zone }: CardOrder, now: number | undefined): string =>
  local && zone && (now === undefined || findGiftTimeProblem(local, zone, now) !== giftTimePast)
    ? giftLocalWords(local, zone)
    : t('As soon as you have paid')
