import { t, translateAnswer } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { Link } from '@tanstack/react-router'
import type { Card } from '#contract/schemas/card.ts'
import type { Transaction } from '#contract/schemas/user.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { Empty, LoadingOrFailed } from '#lib/paint/screen-states.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { agoText } from '#lib/time/age.ts'
import { useNow } from '#lib/time/use-now.ts'
import { AddToWallet } from '../components/add-to-wallet.tsx'
import { GiftCard } from '../components/gift-card.tsx'
import { cardSwitchesOf, isNoLongerValid, isOnHold, problemOf } from '../listing.ts'
import { useCardHistory } from '../queries.ts'
import { useMyCards } from '../use-my-cards.ts'
import styles from './card-screen.module.css'
import { liveText } from '#lib/paint/marks.ts'
import { wholePhones } from '#lib/paint/whole-phones.tsx'

/** `/mycards/{cardId}/view`: one card and its transactions. From the device, so it opens without a signal, too. */
export function CardScreen({ cardId }: { cardId: string }) {
  const { cards, savedAt, failed, retry } = useMyCards()
  const card = cards?.find((one) => one.id === cardId)
  return (
    <>
      <PageHead title={t('Gift Card Transactions')} />
      <div className={`container ${styles.columns}`}>
        <div className={styles.card}>
          {card && <Overview card={card} savedAt={savedAt} />}
          {cards && !card && <Empty>{t('This card isn’t in your account.')}</Empty>}
          {!cards && <LoadingOrFailed failed={failed} what={t('This card')} onRetry={retry} />}
          <CardActions card={card} />
          {/* Below the other buttons: it appears later and must not move them under a finger. */}
          {card && <AddToWallet card={card} />}
        </div>
        {card && <Transactions cardId={cardId} />}
      </div>
    </>
  )
}

function Overview({ card, savedAt }: { card: Card; savedAt: number | undefined }) {
  const now = useNow()
  const { name: restaurant = '', phone = '' } = useLocationCopy()?.location ?? {}
  return (
    <>
      <div data-in-color="">
        <GiftCard card={card} restaurant={restaurant} detailed />
      </div>
      <div className={styles.facts}>
        <p {...liveText}>
          {savedAt === undefined || now === undefined ? '' : t`Balance as of ${agoText(savedAt, now)}`}
        </p>
        {isNoLongerValid(card) && (
          <p className={styles.expired}>
            {wholePhones(t`This gift card is no longer valid. Please call ${phone}.`)}
          </p>
        )}
        {card.card_is_expired && !isNoLongerValid(card) && (
          <p className={styles.expired}>{t('This gift card has expired.')}</p>
        )}
        {!card.card_is_expired && isOnHold(card) && (
          <p className={styles.expired}>{wholePhones(t`This gift card is on hold. Please call ${phone}.`)}</p>
        )}
        {!card.card_is_expired && card.has_expiration_date && card.pretty_expiration_date && (
          <p>{rich`Expires: ${translateAnswer(card.pretty_expiration_date)}`}</p>
        )}
        {card.from_name && <p className={styles.words}>{rich`From ${card.from_name}`}</p>}
        {card.personal_message && (
          <p dir="auto" className={styles.message}>
            {card.personal_message}
          </p>
        )}
      </div>
    </>
  )
}

function CardActions({ card }: { card: Card | undefined }) {
  const location = useLocationCopy()?.location
  const { reload, pass } = cardSwitchesOf(location?.settings)
  const passes = pass && location?.api_extensions?.includes('gift_pass_on') === true
  const canPay = card && problemOf(card) === undefined
  return (
    <div className={styles.ways} data-screen-only="">
      {card && reload && canPay && (
        <PathLink path={`/mycards/Reload/${encodeURIComponent(card.id)}`} className="button button--solid">
          {t('RELOAD BALANCE')}
        </PathLink>
      )}
      {card && passes && canPay && card.balance > 0 && (
        <PathLink path={`/mycards/pass/${encodeURIComponent(card.id)}`} className="button button--second">
          {t('PASS ON AS A GIFT')}
        </PathLink>
      )}
      <Link to="/mycards" className="button button--second">
        {t('RETURN TO MY GIFT CARDS')}
      </Link>
    </div>
  )
}

function Transactions({ cardId }: { cardId: string }) {
  const { value: history, failed, retry } = useCardHistory(cardId)
  return (
    <section aria-labelledby="card-history">
      <h2 id="card-history" className={styles.title}>
        {t('Transactions')}
      </h2>
      {history?.value.length === 0 && (
        <p className={styles.none}>{t('Nothing has happened on this card yet.')}</p>
      )}
      {history && history.value.length > 0 && (
        <ul className={styles.rows}>
          {history.value.map((transaction, place) => (
            // Transactions have nothing unique, and the list is shown as a whole or not at all.
            <Row key={place} transaction={transaction} />
          ))}
        </ul>
      )}
      {!history && <LoadingOrFailed failed={failed} what={t('What happened on this card')} onRetry={retry} />}
    </section>
  )
}

function Row({
  transaction: { description, pretty_amount, pretty_date, online_order, ticket_order_id },
}: {
  transaction: Transaction
}) {
  const date = translateAnswer(pretty_date)
  return (
    <li className={styles.row}>
      <span>{translateAnswer(description)}</span>
      <span className={`price ${styles.amount}`}>{pretty_amount}</span>
      <span className={styles.date}>{date}</span>
      {online_order === true && ticket_order_id && (
        <PathLink
          path={`/ticket/${encodeURIComponent(ticket_order_id)}`}
          className={`row-link ${styles.order}`}
          aria-label={t`View order: ${translateAnswer(description)}, ${date}`}
        >
          {t('VIEW ORDER')}
        </PathLink>
      )}
    </li>
  )
}
