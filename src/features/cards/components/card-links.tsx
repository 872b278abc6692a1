import { message, type Message, t } from '#contract/language.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { cardSwitchesOf } from '../listing.ts'
import styles from './card-links.module.css'

type CardLink = 'buy' | 'importing' | 'check'

const links: Record<CardLink, { path: string; words: Message }> = {
  buy: { path: '/mycards/Purchase/0', words: message('PURCHASE A NEW CARD') },
  importing: { path: '/mycards/import', words: message('ADD AN EXISTING CARD') },
  check: { path: '/mycards/check', words: message('CHECK A CARD BALANCE') },
}

/** The links from gift cards, each only if the location's settings allow it (specification §2 *Gift cards*). */
export function CardLinks({ offer = ['buy', 'importing', 'check'] }: { offer?: readonly CardLink[] }) {
  const switches = cardSwitchesOf(useLocationCopy()?.location.settings)
  const shown = offer.filter((one) => switches[one])
  if (shown.length === 0) return null
  return (
    <nav aria-label={t('Gift cards')}>
      <ul className={styles.links}>
        {shown.map((one, place) => (
          <li key={one}>
            <PathLink
              path={links[one].path}
              className={`button button--full button--${place === 0 ? 'solid' : 'second'}`}
            >
              {t(links[one].words)}
            </PathLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
