import { t } from '#contract/language.ts'
import { useEffect, useState } from 'react'
import type { Announcement } from '#contract/schemas/announcement.ts'
import { isFinished } from '#contract/rules/ticket.ts'
import { ActionLink, findTarget } from '#lib/paint/action-link.tsx'
import { usePortal, useTicket } from '#lib/query/portal-context.tsx'
import { hasSeenAdvertisement, markAdvertisementSeen } from '#lib/query/session-marks.ts'
import { countItems } from '#lib/sync/count-items.ts'
import { Dialog } from '#lib/ui/dialog.tsx'
import styles from './advertisement.module.css'

/** After the page can be used, and long enough that nobody is stopped on the way to something else. */
const waitMs = 2500

/** The announcement that comes in a window of its own, once a session (LH-10). Never before the page is usable, nor over what somebody is typing, nor while an order is being put together. */
export default function Advertisement({ announcement }: { announcement: Announcement }) {
  const { load } = usePortal()
  const [open, setOpen] = useState(false)
  const ticket = useTicket()
  const isOrdering =
    ticket.state === 'active' && !isFinished(ticket.view.status) && countItems(ticket.view.lines) > 0
  useEffect(() => {
    if (isOrdering || hasSeenAdvertisement()) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    const offer = (): void => {
      if (gone) return
      if (isBusy()) timer = setTimeout(offer, waitMs)
      else {
        markAdvertisementSeen()
        setOpen(true)
      }
    }
    const wait = (): void => {
      if (!gone) timer = setTimeout(offer, waitMs)
    }
    // A store that will not open keeps nobody from the page, nor from this.
    load().then(wait, wait)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [load, isOrdering])
  const target = findTarget(announcement)
  const close = (): void => setOpen(false)
  return (
    <Dialog
      open={open}
      onClose={close}
      title={announcement.title}
      actions={
        <>
          {target && (
            <ActionLink target={target} className="button button--solid" onClick={close}>
              {t('TAKE A LOOK')}
            </ActionLink>
          )}
          <button type="button" className="button button--quiet" onClick={close}>
            {t('NO, THANKS')}
          </button>
        </>
      }
    >
      {announcement.image_src && (
        <img className={styles.picture} src={announcement.image_src} alt="" width={640} height={400} />
      )}
      {announcement.data?.body && <p>{announcement.data.body}</p>}
    </Dialog>
  )
}

/** Somebody types, or answers another window. */
const isBusy = (): boolean =>
  document.activeElement?.matches('input, textarea, select') === true ||
  document.querySelector('dialog[open]') !== null ||
  document.visibilityState === 'hidden'
