import { t } from '#contract/language.ts'
import { useEffect, useState } from 'react'
import type { Announcement } from '#contract/schemas/announcement.ts'
import { isFinished } from '#contract/rules/ticket.ts'
import { ActionLink, findTarget } from '#lib/paint/action-link.tsx'
import { phonePictureSizes, PictureSources } from '#lib/paint/picture.tsx'
import { usePortal, useTicket } from '#lib/query/portal-context.tsx'
import { hasSeenAdvertisement, markAdvertisementSeen } from '#lib/query/session-marks.ts'
import { countItems } from '#lib/sync/count-items.ts'
import { Dialog } from '#lib/ui/dialog.tsx'
import styles from './advertisement.module.css'

/** Long enough after the page is usable that nobody is interrupted on the way to something else (ms). */
const waitMs = 2500

/**
 * The announcement in a dialog of its own, once per session (LH-10). Never before the page is usable, nor while somebody is typing or has an order in progress.
 */
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
    // A store that cannot be opened must not keep anybody from the page or this dialog.
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
        <PictureSources
          picture={announcement.image_sizes ?? {}}
          sizes={`(min-width: 768px) 560px, ${phonePictureSizes}`}
        >
          <img className={styles.picture} src={announcement.image_src} alt="" width={640} height={400} />
        </PictureSources>
      )}
      {announcement.data?.body && <p>{announcement.data.body}</p>}
    </Dialog>
  )
}

/** Somebody is typing, or has another dialog open. */
const isBusy = (): boolean =>
  document.activeElement?.matches('input, textarea, select') === true ||
  document.querySelector('dialog[open]') !== null ||
  document.visibilityState === 'hidden'
