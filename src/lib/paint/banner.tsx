import { t, translateAnswer } from '#contract/language.ts'
import { rich } from './rich.ts'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { focusScreen } from './go-to-screen.ts'
import { transientMark } from './marks.ts'
import styles from './banner.module.css'
import { wholePhones } from './whole-phones.tsx'

type BannerProps = {
  tone: 'error' | 'success' | 'note'
  header: string
  /** Each on its own line. */
  messages?: readonly string[]
  /** In small type: what to tell someone who asks about an error. */
  reference?: string | undefined
  /**
   * It answers a tap on something that may be out of sight by now: it is scrolled into view when it appears, no further than needed. `focus`: it replaces the
   * button that was pressed, and takes its focus.
   */
  intoView?: boolean | 'focus'
  children?: ReactNode
  onDismiss?: () => void
}

const icons = { error: CircleAlert, success: CircleCheck, note: Info }

/** The banner of the specification's §8: a header and its messages, announced to screen readers when it appears. */
export function Banner({
  tone,
  header,
  messages = [],
  reference,
  intoView = false,
  children,
  onDismiss,
}: BannerProps) {
  const Icon = icons[tone]
  const place = useRef<HTMLDivElement>(null)
  const words = messages.join('\n')
  useEffect(() => {
    if (intoView) place.current?.scrollIntoView({ block: 'nearest' })
    if (intoView === 'focus') place.current?.focus({ preventScroll: true })
  }, [intoView, words])
  return (
    <div
      ref={place}
      tabIndex={intoView === 'focus' ? -1 : undefined}
      className={`${styles.banner} ${styles[tone]}`}
      role={tone === 'error' ? 'alert' : 'status'}
      {...(tone === 'success' && transientMark)}
    >
      <Icon aria-hidden className={styles.icon} size={20} />
      <div className={styles.words}>
        <strong>{wholePhones(translateAnswer(header))}</strong>
        {messages.map((message) => (
          <p key={message}>{wholePhones(translateAnswer(message))}</p>
        ))}
        {children}
        {reference && <p className={styles.reference}>{rich`Reference: ${reference}`}</p>}
      </div>
      {onDismiss && (
        <button
          type="button"
          className={styles.dismiss}
          aria-label={t('Dismiss')}
          onClick={() => {
            onDismiss()
            // The button disappears together with its banner.
            focusScreen()
          }}
        >
          <X aria-hidden size={18} />
        </button>
      )}
    </div>
  )
}
