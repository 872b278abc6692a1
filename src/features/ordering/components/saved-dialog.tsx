import { modifierText } from '#contract/rules/modifier-text.ts'
import { t } from '#contract/language.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import type { ViewLine, ViewTotals } from '#lib/sync/ticket-view-types.ts'
import { findScreen } from '#lib/paint/go-to-screen.ts'
import { restoreLostFocus } from '#lib/paint/use-lost-focus.ts'
import { totalWords } from '#shared/forms/total-words.ts'
import { lineTotalText } from '#lib/sync/ticket-view.ts'
import styles from './saved-dialog.module.css'

type SavedDialogProps = {
  edited: boolean
  line: ViewLine
  totals: ViewTotals
  waiting: boolean
  openedBy: Place | undefined
  onClose: () => void
  /** Runs instead of following the link. */
  onMore: ((event: MouseEvent) => void) | undefined
}

const doubleTapMs = 450
const fingerPx = 24

export type Place = { clientX: number; clientY: number }

/** The second tap of a double tap can land on a button that has just appeared: it was not meant for it. */
const isSamePlace = (one: Place, other: Place | undefined): boolean =>
  other !== undefined && Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) < fingerPx

/**
 * ADDED TO ORDER, over the dimmed page: the line, the order's total, and where to go from here (MO-06, MO-07). A modal `dialog`: it keeps the focus, and Escape
 * closes it.
 */
export function SavedDialog({ edited, line, totals, waiting, openedBy, onClose, onMore }: SavedDialogProps) {
  const total = totalWords(totals)
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const openedAt = useRef(0)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    openedAt.current = performance.now()
    // Closed before it is removed: a dialog removed while open does not return the focus.
    return () => {
      shown?.close()
      // The screen takes the focus when its address changes. If its file came late, the dialog was still open then and kept the focus.
      setTimeout(() => restoreLostFocus(findScreen(), { preventScroll: true }))
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="saved-title"
      // A late `close` event is ignored if the dialog is open again (React's strict mode opens it twice).
      onClose={() => !dialog.current?.open && onClose()}
      onClickCapture={(event) => {
        // Compares the time of the tap itself, not the time at which a busy phone handles it.
        if (event.timeStamp - openedAt.current > doubleTapMs || !isSamePlace(event, openedBy)) return
        event.stopPropagation()
        event.preventDefault()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <h2 id="saved-title">{edited ? t('SAVED TO ORDER') : t('ADDED TO ORDER')}</h2>
          <button type="button" className={styles.close} aria-label={t('Close')} onClick={onClose}>
            <X aria-hidden />
          </button>
        </div>
        <div className={styles.line}>
          <span>
            {line.quantity} × {line.name}
          </span>
          <span className="price">{lineTotalText(line)}</span>
        </div>
        {modifierText(line) !== '' && (
          <p className={styles.modifiers}>
            <bdi>{modifierText(line)}</bdi>
          </p>
        )}
        <div className={styles.total}>
          <span>{total.name}</span>
          <span className="price">{total.text}</span>
        </div>
        {waiting && (
          <p className={styles.waiting}>
            {t('Saved on this device. We’ll send it as soon as you’re back online.')}
          </p>
        )}
        <div className={styles.buttons}>
          <button
            type="button"
            className="button button--solid button--full"
            onClick={() => void navigate({ to: '/ordercart' })}
          >
            {t('REVIEW ORDER')}
          </button>
          <Link to="/order" onClick={onMore} className="button button--second button--full">
            {t('ADD MORE ITEMS')}
          </Link>
        </div>
      </div>
    </dialog>
  )
}
