import { lazy, Suspense } from 'react'
import { t, translateName } from '#contract/language.ts'
import { phoneHref } from '#contract/rules/phone.ts'
import type { Location } from '#contract/schemas/location.ts'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { rich } from '#lib/paint/rich.ts'
import { useUser } from '#lib/query/account.ts'
import { useSession } from '#lib/query/portal-context.tsx'
import { listAccountEntries, listSidebarNavigation } from '../navigation.ts'
import { listStaffEntries } from '../staff-entries.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { streetOf } from '#shared/display/street.ts'
import styles from './sidebar.module.css'

/** It reads the device's store, which opening the sidebar must not wait for. */
const WaitingLink = lazy(async () => ({ default: (await import('./waiting-link.tsx')).WaitingLink }))

type SidebarLinksProps = { onClose: () => void; location: Location }

/** The sidebar's links: in a chunk of their own, since nobody sees them before the sidebar is opened. */
export function SidebarLinks({ onClose, location }: SidebarLinksProps) {
  const session = useSession()
  const signedIn = session.state === 'user'
  const signInLinks = listAccountEntries(location.settings, { signedIn }).filter(
    (entry) => entry.user_required !== true,
  )
  return (
    <>
      <nav aria-label={t('Main')}>
        <ul>
          {listSidebarNavigation(location.settings, { signedIn }).map((entry) => (
            <li key={`${entry.name} ${entry.link}`}>
              <PathLink path={entry.link ?? '/'} className={styles.link} onClick={onClose}>
                {entry.name && translateName(entry.name)}
              </PathLink>
              {entry.sub_links && (
                <ul className={styles.below}>
                  {entry.sub_links.map((sub) => (
                    <li key={sub.link ?? sub.name}>
                      <PathLink path={sub.link ?? '/'} className={styles.sub} onClick={onClose}>
                        {sub.name && translateName(sub.name)}
                      </PathLink>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <StaffLinks onClose={onClose} />
      {signInLinks.length > 0 && (
        <nav aria-label={t('Account')} className={styles.account}>
          {session.state === 'user' && <p className={styles.who}>{rich`Signed in as ${session.email}`}</p>}
          <ul>
            {signInLinks.map((entry) => (
              <li key={entry.name}>
                <PathLink path={entry.link ?? '/login'} className={styles.sub} onClick={onClose}>
                  {entry.name}
                </PathLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <LoadingGuard>
        <Suspense>
          <WaitingLink className={styles.sub!} onClick={onClose} />
        </Suspense>
      </LoadingGuard>
      <LanguageSwitch className={styles.language!} />
      <address className={styles.address}>
        {streetOf(location)}
        <br />
        {location.city}, {location.state} {location.zip}
        <br />
        <a href={phoneHref(location.phone)}>{location.phone}</a>
      </address>
    </>
  )
}

function StaffLinks({ onClose }: Pick<SidebarLinksProps, 'onClose'>) {
  const entries = listStaffEntries(useUser().user?.role)
  if (entries.length === 0) return null
  return (
    <nav aria-label={t('Staff')} className={styles.account}>
      <ul>
        {entries.map(({ name, link }) => (
          <li key={link}>
            <PathLink path={link} className={styles.sub} onClick={onClose}>
              {name}
            </PathLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
