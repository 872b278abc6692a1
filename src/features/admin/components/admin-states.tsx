import type { ReactNode } from 'react'
import type { AppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { useRetry } from '#lib/paint/use-retry.ts'
import { Button } from '#lib/ui/button.tsx'
import type { AdminRead } from '../queries.ts'
import { useLocalStamp } from '../use-local-stamp.ts'
import styles from './admin.module.css'

/** Why something could not be read, and how to retry. Nothing of this area is stored on the device, so offline it says so. */
export function AdminProblem({
  error,
  onRetry,
  old,
}: {
  error: AppError
  onRetry: () => unknown
  /** The age (ms) of the data still shown below, and what must wait until it is read again. */
  old?: { readAt: number; waits?: string | undefined } | undefined
}) {
  const stamp = useLocalStamp()
  const { busy, retry } = useRetry(onRetry)
  const offline = error.kind === 'offline' || error.kind === 'timeout'
  const since = old && `Last updated ${stamp(new Date(old.readAt).toISOString())}. ${old.waits ?? ''}`.trim()
  const away = 'These records are not kept on this device. They will reload when you’re back online.'
  return (
    <div className={styles.stack}>
      <Banner
        tone={offline ? 'note' : 'error'}
        header={offline ? 'No connection' : 'Error'}
        messages={[
          ...(offline ? [] : explain(error)),
          ...(since !== undefined ? [since] : offline ? [away] : []),
        ]}
        reference={error.details.requestId}
      />
      <div>
        <Button look="second" aria-busy={busy} onClick={() => void retry()}>
          {busy ? 'Trying again…' : 'Try again'}
        </Button>
      </div>
    </div>
  )
}

/** The problem of a failed read; the previous data stays below. `waits`: what cannot be done with that data. */
export function ReadProblem({
  read: { answer, failed, readAt, retry },
  waits,
}: {
  read: AdminRead<unknown>
  waits?: string
}) {
  return (
    failed && (
      <AdminProblem
        error={failed}
        onRetry={retry}
        old={answer === undefined ? undefined : { readAt, waits }}
      />
    )
  )
}

/** The states of a read: the problem, loading, empty, or the data. */
export function AdminList<T>(props: {
  read: AdminRead<T>
  isEmpty: (answer: T) => boolean
  empty: string
  children: (answer: T) => ReactNode
}) {
  const { read, isEmpty, empty, children } = props
  const { answer, failed } = read
  return (
    <>
      <ReadProblem read={read} />
      {answer === undefined && !failed && <Skeleton count={3} shape="row" />}
      {answer !== undefined && (isEmpty(answer) ? <p className={styles.empty}>{empty}</p> : children(answer))}
    </>
  )
}

/** Sets the columns' names as attributes for CSS. */
function nameColumns(table: HTMLTableElement | null, head: readonly string[]): void {
  for (const [place, name] of head.entries())
    table?.style.setProperty(`--column-${place + 1}`, JSON.stringify(name))
}

/** A table; on a phone each row is a list of values labelled with the columns' names. */
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
