import type { ReactNode } from 'react'
import styles from './page-head.module.css'
import { wholePhones } from './whole-phones.tsx'

/** A screen's title, with a line of text below it. */
export function PageHead({
  title,
  lead,
  children,
}: {
  title: string
  lead?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={`container ${styles.head}`}>
      <div>
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{typeof lead === 'string' ? wholePhones(lead) : lead}</p>}
      </div>
      {children}
    </div>
  )
}
