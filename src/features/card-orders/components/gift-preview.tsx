import { t } from '#contract/language.ts'
import { centsFromNumber, formatCents } from '#contract/money.ts'
import { findGiftCents } from '#contract/rules/card-order.ts'
import type { CardOrderRow } from '#db/card-orders.ts'
import { useUser } from '#lib/query/account.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { GiftFace, GiftNote } from '#shared/gift-card/gift-face.tsx'
import { giftDesignOfRow, giftLookOf } from '../gift-look.ts'
import styles from './gift-preview.module.css'

/** The card as the recipient will see it, including what is being typed. Works without a network; renders nothing if the restaurant has no designs. */
export function GiftPreview({ row }: { row: CardOrderRow }) {
  const restaurant = useLocationCopy()?.location.name ?? ''
  const { user } = useUser()
  const { typed, snapshot } = row
  const design = giftDesignOfRow(row)
  if (!design) return null
  const [item] = snapshot.items
  const cents = typed.amount === undefined ? item && centsFromNumber(item.price) : findGiftCents(typed.amount)
  const isSent = row.type === 'SendText' || row.type === 'SendEmail'
  const message = (typed.personal_message ?? snapshot.personal_message ?? '').trim()
  const from =
    user === undefined
      ? `${typed.buyer_first_name ?? snapshot.buyer_first_name ?? ''} ${typed.buyer_last_name ?? snapshot.buyer_last_name ?? ''}`
      : `${user.first_name ?? ''} ${user.last_name ?? ''}`
  return (
    <figure className={styles.preview} aria-label={t('Your gift card')}>
      <GiftFace
        design={design}
        program={giftLookOf(row).program}
        restaurant={restaurant}
        amount={cents === undefined ? undefined : formatCents(cents)}
        to={isSent ? (typed.recipient_first_name ?? snapshot.recipient_first_name ?? '').trim() : undefined}
      />
      {isSent && message !== '' && <GiftNote message={message} from={from.trim()} />}
    </figure>
  )
}
