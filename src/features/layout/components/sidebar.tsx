import { t } from '#contract/language.ts'
import { X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Location } from '#contract/schemas/location.ts'
import { LoadingGuard, NotHere } from '#lib/paint/loading-guard.tsx'
import { useAfterLaunch } from '#lib/paint/use-later.ts'
import styles from './sidebar.module.css'

type SidebarProps = { open: boolean; onClose: () => void; location: Location; path: string }

const loadLinks = () => import('./sidebar-links.tsx')
const SidebarLinks = lazy(async () => ({ default: (await loadLinks()).SidebarLinks }))

/** The phone's navigation. A modal `dialog`: the browser keeps the focus in it, closes it on Escape and returns the focus. */
export function Sidebar({ open, onClose, location, path }: SidebarProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const launched = useAfterLaunch()
  useEffect(() => {
    if (launched) void loadLinks().catch(() => undefined)
  }, [launched])
  // Two dozen invisible links must not slow down a launch.
  const [wasOpened, setWasOpened] = useState(open)
  if (open && !wasOpened) setWasOpened(true)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  // Back and other links change the path, too: the sidebar must not stay open over a new screen.
  useEffect(() => dialog.current?.close(), [path])
  return (
    <dialog
      ref={dialog}
      className={styles.sidebar}
      aria-label={t('Menu')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {wasOpened && (
        <div className={styles.inside}>
          <div className={styles.head}>
            <span className={styles.name}>{location.name}</span>
            <button type="button" className={styles.close} aria-label={t('Close menu')} onClick={onClose}>
              <X aria-hidden />
            </button>
          </div>
          <LoadingGuard instead={<NotHere />}>
            <Suspense>
              <SidebarLinks onClose={onClose} location={location} />
            </Suspense>
          </LoadingGuard>
        </div>
      )}
    </dialog>
  )
}
