import { type ReactNode, useEffect, useRef } from 'react'
import styles from './answer-place.module.css'

/** What answers a form in the form's place: it has the focus that the button lost with it. Its banner brings itself into sight (`intoView`). */
export function AnswerPlace({
  className = '',
  children,
}: {
  className?: string | undefined
  children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={place} tabIndex={-1} className={`${styles.place} ${className}`}>
      {children}
    </div>
  )
}
