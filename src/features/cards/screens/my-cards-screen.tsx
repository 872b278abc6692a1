import { t } from '#contract/language.ts'
import { useDeferredValue, useState } from 'react'
import { formatCents } from '#contract/money.ts'
import type { Card } from '#contract/schemas/card.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { Empty, LoadingOrFailed } from '#lib/paint/screen-states.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { agoText } from '#lib/time/age.ts'
import { useNow } from '#lib/time/use-now.ts'
import { CardLinks } from '../components/card-links.tsx'
import { GiftCard } from '../components/gift-card.tsx'
import { usePersistentStorage } from '../persistent-storage.ts'
import { listShown, sumBalances } from '../listing.ts'
import { useMyCards } from '../use-my-cards.ts'
import styles from './my-cards-screen.module.css'
import { liveText } from '#lib/paint/marks.ts'

/** `/mycards`: the member's gift cards from the device, at once, each with its barcode, and how old the balances are. */
export function MyCardsScreen() {
  const { cards: latest, savedAt, failed, retry } = useMyCards()
  // Cards from the network render deferred, in short pieces; those read at launch render at once. Removed cards disappear at once.
  const drawn = useDeferredValue(latest)
  const cards = latest && drawn
  const [withEmpty, setWithEmpty] = useState(false)
  const shown = cards && listShown(cards, { withEmpty })
  usePersistentStorage((cards?.length ?? 0) > 0)
  return (
    <>
      <PageHead title={t('My Gift Cards')} />
      <div className={`container ${styles.columns}`}>
        <div className={styles.main}>
          {shown && <Summary shown={shown} savedAt={savedAt} />}
          {cards && (
            <label className={styles.toggle}>
              <input
                type="checkbox"
                role="switch"
                checked={withEmpty}
                onChange={(event) => setWithEmpty(event.target.checked)}
              />
              <span>{t('Include Zero Balance Cards')}</span>
            </label>
          )}
          {shown && <CardList shown={shown} hasOthers={(cards?.length ?? 0) > shown.length} />}
          {!cards && (
            <LoadingOrFailed
              failed={failed}
              what={t('The list of your cards')}
              onRetry={retry}
              shape="card"
            />
          )}
        </div>
        <aside className={styles.aside} aria-label={t('More with gift cards')}>
          <CardLinks />
          <SentGiftsLink />
        </aside>
      </div>
    </>
  )
}

/** Links to the gifts that the member has sent, if the restaurant has a list of them. */
function SentGiftsLink() {
  const offered = useLocationCopy()?.location.api_extensions?.includes('gift_changes') ?? false
  return offered ? (
    <PathLink path="/mycards/sent" className="row-link">
      {t('Gifts you sent')}
    </PathLink>
  ) : null
}

function Summary({ shown, savedAt }: { shown: readonly Card[]; savedAt: number | undefined }) {
  const now = useNow()
  return (
    <div className={styles.summary}>
      <p className={styles.sum}>
        {t('My Gift Cards Balance:')} <strong className="price">{formatCents(sumBalances(shown))}</strong>
      </p>
      <p className={styles.age} {...liveText}>
        {savedAt === undefined || now === undefined ? '' : t`Balances as of ${agoText(savedAt, now)}`}
      </p>
    </div>
  )
}

function CardList({ shown, hasOthers }: { shown: readonly Card[]; hasOthers: boolean }) {
  const restaurant = useLocationCopy()?.location.name ?? ''
  if (shown.length === 0) {
    return (
      <Empty>
        {hasOthers
          ? t('Your cards have no balance. Include zero balance cards to see them.')
          : t(
              'No gift cards yet. One that is given to you, or that you buy, will show up here, even when you’re offline.',
            )}
      </Empty>
    )
  }
  return (
    <ul className={styles.list}>
      {shown.map((card) => (
        <li key={card.id}>
          <GiftCard card={card} restaurant={restaurant} />
        </li>
      ))}
    </ul>
  )
}
