import { t } from '#contract/language.ts'
import { ChevronRight } from 'lucide-react'
import { phoneHref } from '#contract/rules/phone.ts'
import type { Location } from '#contract/schemas/location.ts'
import { OutsideLink } from '#lib/paint/action-link.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { useSession } from '#lib/query/portal-context.tsx'
import { directionsAddress } from '#shared/display/directions.ts'
import { FrontPicture } from '#shared/display/front-picture.tsx'
import { OpenLine } from '#shared/display/open-line.tsx'
import { streetOf } from '#shared/display/street.ts'
import { isAccount, listOffers, type OfferLink } from './list-offers.ts'
import styles from './offer-links.module.css'

type Props = {
  /** Listed first. */
  more?: readonly OfferLink[] | undefined
  /** Leaves out the account, where the screen has its own link to sign in. */
  withoutAccount?: boolean
}

/** For a page with nothing to show: what this restaurant offers, and how to reach it. */
export default function OfferLinks({ more = [], withoutAccount = false }: Props) {
  const isGuest = useSession().state !== 'user'
  const location = useLocationCopy()?.location
  const listed = location ? listOffers(location.settings, isGuest) : []
  const links = [...more, ...listed.filter(({ path }) => !withoutAccount || !isAccount(path))]
  const isAlone = location !== undefined && links.length === 0
  const reach = location && <Reach location={location} />
  return (
    <div className={styles.whole} data-alone={isAlone ? '' : undefined}>
      {isAlone && reach}
      <nav className={styles.links} aria-label={t('What we offer')}>
        <ul>
          {links.map(({ path, name, note }) => (
            <li key={path}>
              <PathLink path={path} className={styles.link}>
                <span>
                  <span className={styles.name}>{name}</span>
                  {note && <span className={styles.note}>{note}</span>}
                </span>
                <ChevronRight aria-hidden size={22} />
              </PathLink>
            </li>
          ))}
        </ul>
        <PathLink path="/" className={`button ${isAlone ? 'button--solid' : 'button--quiet'}`}>
          {t('Return Home')}
        </PathLink>
      </nav>
      {!isAlone && reach}
    </div>
  )
}

/** The restaurant's picture, address and phone number. */
function Reach({ location }: { location: Location }) {
  return (
    <section className={styles.reach} aria-label={t('Contact Us')}>
      <FrontPicture location={location} className={styles.front} />
      <div className={styles.words}>
        <p>
          {t('You can always call:')}{' '}
          <a href={phoneHref(location.phone)} className="row-link">
            {location.phone}
          </a>
        </p>
        <address className={styles.address}>
          {streetOf(location)}
          <br />
          {location.city}, {location.state} {location.zip}
        </address>
        {location.hours && <OpenLine location={location} />}
        <p>
          <OutsideLink href={directionsAddress(location)} className="row-link">
            {t('Get directions')}
          </OutsideLink>
        </p>
      </div>
    </section>
  )
}
