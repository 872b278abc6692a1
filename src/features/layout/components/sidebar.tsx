import { t, translateAnswer } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { phoneHref } from '#contract/rules/contact.ts'
import type { Location } from '#contract/schemas/location.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import { useSession } from '#lib/query/portal-context.tsx'
import { listAccountEntries, listSidebarNavigation } from '../navigation.ts'
import { LanguageSwitch } from './language-switch.tsx'
import styles from './sidebar.module.css'

export type SidebarProps = { open: boolean; onClose: () => void; location: Location; path: string }

/** The phone's navigation. A modal `dialog`: the browser keeps the focus in it, closes it on Escape and gives the focus back. */
export function Sidebar({ open, onClose, location, path }: SidebarProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Two dozen links that nobody sees yet are not in the way of a launch.
  const [wasOpened, setWasOpened] = useState(open)
  if (open && !wasOpened) setWasOpened(true)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  // The way back and links elsewhere change the path, too: the sidebar never stays over a new screen.
  useEffect(() => dialog.current?.close(), [path])
  return (
    <dialog
      ref={dialog}
      className={styles.sidebar}
      aria-label={t('Menu')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {wasOpened && <Inside onClose={onClose} location={location} />}
    </dialog>
  )
}

function Inside({ onClose, location }: Pick<SidebarProps, 'onClose' | 'location'>) {
  const session = useSession()
  const signedIn = session.state === 'user'
  const wayInOrOut = listAccountEntries(location.settings, { signedIn }).filter(
    (entry) => entry.user_required !== true,
  )
  return (
    <div className={styles.inside}>
      <div className={styles.head}>
        <span className={styles.name}>{location.name}</span>
        <button type="button" className={styles.close} aria-label={t('Close menu')} onClick={onClose}>
          <X aria-hidden />
        </button>
      </div>
      <nav aria-label={t('Main')}>
        <ul>
          {listSidebarNavigation(location.settings, { signedIn }).map((entry) => (
            <li key={entry.link ?? entry.name}>
              <PathLink path={entry.link ?? '/'} className={styles.link} onClick={onClose}>
                {entry.name && translateAnswer(entry.name)}
              </PathLink>
              {entry.sub_links && (
                <ul className={styles.below}>
                  {entry.sub_links.map((sub) => (
                    <li key={sub.link ?? sub.name}>
                      <PathLink path={sub.link ?? '/'} className={styles.sub} onClick={onClose}>
                        {sub.name && translateAnswer(sub.name)}
                      </PathLink>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
      {wayInOrOut.length > 0 && (
        <nav aria-label={t('Account')} className={styles.account}>
          {session.state === 'user' && <p className={styles.who}>{rich`Signed in as ${session.email}`}</p>}
          <ul>
            {wayInOrOut.map((entry) => (
              <li key={entry.name}>
                <PathLink path={entry.link ?? '/login'} className={styles.sub} onClick={onClose}>
                  {entry.name}
                </PathLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <LanguageSwitch className={styles.language!} />
      <address className={styles.address}>
        {location.address1}
        <br />
        {location.city}, {location.state} {location.zip}
        <br />
        <a href={phoneHref(location.phone)}>{location.phone}</a>
      </address>
    </div>
  )
}
