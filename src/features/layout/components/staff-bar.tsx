import { createPortal } from 'react-dom'
import { t } from '#contract/language.ts'
import { observeUser } from '#db/observe.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import { useLive } from '#lib/query/use-live.ts'
import { listStaffEntries } from '../staff-entries.ts'
import styles from './staff-bar.module.css'

/**
 * The staff's own links in the bar on a computer; on a phone they are in the sidebar. Rendered into the bar from here after the launch: few people are staff,
 * and every launch waits for the bar itself. It uses the device's data, which each launch refreshes (keep-personal.ts).
 */
export function StaffBar({ path }: { path: string }) {
  const person = useLive(observeUser)
  const entries = listStaffEntries(person.state === 'ready' ? person.value?.row.user.role : undefined)
  const bar = document.querySelector('header')
  if (entries.length === 0 || !bar) return null
  return createPortal(
    <nav className={styles.bar} aria-label={t('Staff')}>
      <ul className="container">
        {entries.map(({ name, link }) => (
          <li key={link}>
            <PathLink path={link} className={styles.link} aria-current={path === link ? 'page' : undefined}>
              {name}
            </PathLink>
          </li>
        ))}
      </ul>
    </nav>,
    bar,
  )
}
