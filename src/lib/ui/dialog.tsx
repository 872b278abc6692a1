import { t } from '#contract/language.ts'
import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useReducer, useRef } from 'react'
import styles from './dialog.module.css'

type DialogProps = {
  open: boolean
  /** Called on Escape, the close button, a tap outside and the browser's Back: each of them changes nothing. If the owner does not close it then, it stays open. */
  onClose: () => void
  title: string
  /** Rendered only while it is open, so that every opening starts fresh. */
  children: ReactNode
  /** Buttons, the most likely one first in reading order. */
  actions?: ReactNode
}

/**
 * A question over the page: a sheet at the bottom of a phone, a card in the middle of larger screens. A modal `dialog`: the browser keeps the focus in it,
 * hides the rest from screen readers and returns the focus.
 */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [, lookAgain] = useReducer((times: number) => times + 1, 0)
  // After each render, because it may have to stay open although the browser has closed it.
  useEffect(() => {
    const element = dialog.current
    // Browsers cannot open a dialog that is not in the page.
    if (open && element?.isConnected && !element.open) element.showModal()
    if (!open && element?.open) element.close()
  })
  const router = useRouter({ warn: false }) as { history: RouterHistory } | undefined
  const dismiss = useEffectEvent(onClose)
  useEffect(() => {
    if (!open) return
    // Back leaves the screen under the dialog: its owner can store what was typed, as on Escape. The router asks before, because the dialog is gone after that.
    return router?.history.subscribe(({ action: { type } }) => {
      if (type === 'BACK' || type === 'FORWARD' || type === 'GO') dismiss()
    })
  }, [open, router])
  useEffect(() => {
    // If it is rendered beside the page's initial view, it is not in the page yet, and gets this event when it is inserted (launch/show-in-place.ts).
    addEventListener('resize', lookAgain)
    return () => removeEventListener('resize', lookAgain)
  }, [])
  useLayoutEffect(() => {
    const element = dialog.current
    // Before it leaves the page: a dialog that is removed while open does not return the focus.
    return () => {
      if (element?.open) element.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // The browser closes it without asking when Escape is pressed twice.
      onClose={() => {
        if (!open || dialog.current?.open) return
        onClose()
        lookAgain()
      }}
      // A drag that ends beside it comes as no click (lib/paint/drags-beside.ts).
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {open && (
        <div className={styles.sheet}>
          <header className={styles.head}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            <button type="button" className={styles.close} aria-label={t('Close')} onClick={onClose}>
              <X aria-hidden size={20} />
            </button>
          </header>
          <div className={styles.body}>{children}</div>
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </div>
      )}
    </dialog>
  )
}
