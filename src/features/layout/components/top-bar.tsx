import { plural, t, translateName } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { House, Menu as MenuIcon, ShoppingBag } from 'lucide-react'
import { memo, useState } from 'react'
import type { Announcement } from '#contract/schemas/announcement.ts'
import type { Location, NavigationEntry } from '#contract/schemas/location.ts'
import { findReservation, OutsideLink } from '#lib/paint/action-link.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { useSession, useTicket } from '#lib/query/portal-context.tsx'
import { countItems } from '#lib/sync/count-items.ts'
import { isFinished } from '#contract/rules/ticket.ts'
import { listAccountEntries, listNavigation, needsHomeButton, withoutUser } from '../navigation.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { Sidebar } from './sidebar.tsx'
import styles from './top-bar.module.css'
import { orderGlance } from '#lib/paint/marks.ts'

type TopBarProps = {
  location: Location | undefined
  announcements: Announcement[] | undefined
  barStyle: 'centered' | 'left' | 'hero'
  path: string
}

/** Navigation with at most this many characters leaves room for the restaurant's name in the middle of a computer's window. */
const shortNames = 48

/** The bar at the top: navigation from the settings on a computer, a sidebar behind a button on a phone (specification §2 *Layout*). */
export const TopBar = memo(function TopBar({ location, announcements, barStyle, path }: TopBarProps) {
  const [open, setOpen] = useState(false)
  const signedIn = useSession().state === 'user'
  const entries = location ? withoutUser(listNavigation(location.settings, { signedIn })) : []
  const reservation = announcements && findReservation(announcements)
  const name = location?.name ?? ''
  return (
    <header
      className={`${styles.bar} ${styles[barStyle]}`}
      data-short={
        entries.map((entry) => translateName(entry.name ?? '')).join('').length <= shortNames || undefined
      }
    >
      <div className={`container ${styles.inside}`}>
        <button
          type="button"
          className={`${styles.icon} ${styles.opener}`}
          aria-label={t('Open menu')}
          aria-expanded={open}
          onClick={() => setOpen(true)}
        >
          <MenuIcon aria-hidden />
        </button>
        <Link to="/" className={styles.wordmark} aria-label={t`${name}, home`}>
          {name}
        </Link>
        <nav className={styles.navigation} aria-label={t('Main')}>
          <ul>
            {location && needsHomeButton(location.settings, { signedIn }) && (
              <li>
                <Link to="/" className={styles.icon} aria-label={t('HOME')}>
                  <House aria-hidden size={20} />
                </Link>
              </li>
            )}
            {entries.map((entry) => (
              <NavigationItem key={`${entry.name} ${entry.link}`} entry={entry} path={path} />
            ))}
          </ul>
        </nav>
        <div className={styles.mine}>
          <OrderLink />
          {reservation !== undefined && (
            <OutsideLink href={reservation} className={`button button--second ${styles.reservation}`}>
              {t('RESERVATION')}
            </OutsideLink>
          )}
          {location && (
            <nav className={styles.navigation} aria-label={t('Account')}>
              <ul>
                {listAccountEntries(location.settings, { signedIn }).map((entry) => (
                  <NavigationItem key={entry.name} entry={entry} path={path} />
                ))}
              </ul>
            </nav>
          )}
          <LanguageSwitch className={styles.language!} />
        </div>
      </div>
      {location && <Sidebar open={open} onClose={() => setOpen(false)} location={location} path={path} />}
    </header>
  )
})

function NavigationItem({ entry, path }: { entry: NavigationEntry; path: string }) {
  const link = entry.link ?? '/'
  const current = link === '/' ? path === '/' : path === link || path.startsWith(`${link}/`)
  return (
    <li className={styles.item}>
      <PathLink path={link} className={styles.link} aria-current={current ? 'page' : undefined}>
        {entry.name && translateName(entry.name)}
      </PathLink>
      {entry.sub_links && entry.sub_links.length > 0 && (
        <ul className={styles.below}>
          {entry.sub_links.map((sub) => (
            <li key={sub.link ?? sub.name}>
              <PathLink path={sub.link ?? '/'} className={styles.link}>
                {sub.name && translateName(sub.name)}
              </PathLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** The link to the order, with its count; hidden when there is none (specification §4: hidden once finished). */
function OrderLink() {
  const ticket = useTicket()
  const count =
    ticket.state === 'active' && !isFinished(ticket.view.status) ? countItems(ticket.view.lines) : 0
  if (count === 0) return <span className={styles.icon} />
  return (
    <Link
      {...orderGlance}
      to="/ordercart"
      className={styles.icon}
      aria-label={plural(count, 'Review order, {0} item', 'Review order, {0} items')}
    >
      <ShoppingBag aria-hidden />
      <span className={styles.count} aria-hidden>
        {count}
      </span>
    </Link>
  )
}
