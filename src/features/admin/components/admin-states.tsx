import type { ReactNode } from 'react'
import type { AppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { Button } from '#lib/ui/button.tsx'
import styles from './admin.module.css'

/**
 * Why a list is not there, and the way on. Nothing of this area is kept on the device, and offline it says so. `old` says what stands below it all the
 * same, from before.
 */
export function AdminProblem({
  error,
  onRetry,
  old,
}: {
  error: AppError
  onRetry: () => void
  old?: string | undefined
}) {
  const offline = error.kind === 'offline' || error.kind === 'timeout'
  return (
    <div className={styles.stack}>
      <Banner
        tone={offline ? 'note' : 'error'}
        header={offline ? 'No connection' : 'Error'}
        messages={[
          ...(offline
            ? [
                old ??
                  'These records are not kept on this device. They are read again when there is a signal.',
              ]
            : explain(error)),
          ...(old !== undefined && !offline ? [old] : []),
        ]}
        reference={error.details.requestId}
      />
      <div>
        <Button look="second" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  )
}

/** A read as its states: the problem, the wait, nothing there, or what is there. */
export function AdminList<T>(props: {
  read: { answer: T | undefined; failed: AppError | undefined; retry: () => void }
  isEmpty: (answer: T) => boolean
  empty: string
  children: (answer: T) => ReactNode
}) {
  const { read, isEmpty, empty, children } = props
  if (read.failed) return <AdminProblem error={read.failed} onRetry={read.retry} />
  if (read.answer === undefined) return <Skeleton count={3} shape="row" />
  if (isEmpty(read.answer)) return <p className={styles.empty}>{empty}</p>
  return children(read.answer)
}

/** Puts the columns' names where CSS finds them. */
function nameColumns(table: HTMLTableElement | null, head: readonly string[]): void {
  for (const [place, name] of head.entries())
    table?.style.setProperty(`--column-${place + 1}`, JSON.stringify(name))
}

/** A table; on a phone each row is a list of its values under the columns' names. */
export function RecordsTable({
  caption,
  head,
  busy = false,
  children,
}: {
  caption: string
  head: readonly string[]
  busy?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.scroll} role="region" aria-label={caption} tabIndex={0} aria-busy={busy}>
      <table className={styles.table} ref={(table) => nameColumns(table, head)}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
