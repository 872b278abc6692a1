import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useFailedRefunds } from '../queries.ts'
import { type AdminView, adminViews } from '../screens/admin-search.ts'
import styles from './admin-nav.module.css'

const names: Record<AdminView, string> = {
  orders: 'Orders',
  cards: 'Gift cards',
  refunds: 'Failed refunds',
  people: 'People',
  invite: 'Invite a user',
  tablets: 'Tablets',
  acts: 'Activity log',
  security: 'Sign-in security',
  policy: 'Blocked scripts',
  apps: 'Master apps',
  device: 'Devices',
}

/** What guests call about comes first, one-time setup last. */
const groups: readonly { name: string; views: readonly AdminView[] }[] = [
  { name: 'Guests', views: ['orders', 'cards', 'refunds'] },
  { name: 'Staff', views: ['people', 'invite', 'tablets', 'acts'] },
  { name: 'Security', views: ['security', 'policy'] },
  { name: 'Apps', views: ['apps', 'device'] },
]

type Props = {
  /** The views that this person may see. */
  views: readonly AdminView[]
  view: AdminView
}

/** Navigation of the administration: a list beside it if there is room, otherwise behind a button that names the current view. */
export function AdminNav({ views, view }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    if (!isOpen) return
    setOpen(false)
    // The focused link disappears with the list.
    opener.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close()
  }
  const isChoice = views.length > 1
  return (
    <nav aria-label="Administration" className={styles.nav} onKeyDown={onKeyDown}>
      {isChoice && (
        <button
          ref={opener}
          type="button"
          className={styles.opener}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span>
            <span className="visually-hidden">All pages, now: </span>
            {names[view]}
          </span>
          {views.includes('refunds') && <FailedCount words=" failed refunds" />}
          <ChevronDown aria-hidden size={20} />
        </button>
      )}
      <div id={id} className={styles.groups} data-open={isOpen || !isChoice || undefined}>
        {groups.map((group) => (
          <Group key={group.name} {...group} shown={views} view={view} onGo={close} />
        ))}
      </div>
    </nav>
  )
}

type GroupProps = (typeof groups)[number] & {
  shown: readonly AdminView[]
  view: AdminView
  onGo: () => void
}

function Group({ name, views, shown, view, onGo }: GroupProps) {
  const id = useId()
  const own = views.filter((one) => shown.includes(one))
  if (own.length === 0) return null
  return (
    <div>
      <p id={id} className={styles.group}>
        {name}
      </p>
      <ul aria-labelledby={id}>
        {own.map((one) => (
          <li key={one}>
            <Link
              // Every view is at /admin and is selected by the URL's search.
              activeOptions={{ exact: true, includeSearch: true }}
              to="/admin"
              search={one === adminViews[0] ? {} : { view: one }}
              className={styles.link}
              aria-current={one === view ? 'page' : undefined}
              onClick={onGo}
            >
              {names[one]}
              {one === 'refunds' && <FailedCount />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** How many failed refunds need attention: shown in every view. */
function FailedCount({ words }: { words?: string }) {
  const { answer } = useFailedRefunds()
  const count = answer?.refunds.length ?? 0
  return (
    count > 0 && (
      <span className={styles.badge}>
        {' '}
        {count}
        {words && <span className="visually-hidden">{words}</span>}
      </span>
    )
  )
}
