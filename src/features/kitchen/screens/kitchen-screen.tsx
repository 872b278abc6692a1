import { isStaff } from '#contract/rules/roles.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { useUser } from '#lib/query/account.ts'
import { Button } from '#lib/ui/button.tsx'
import { Board } from '../components/board.tsx'
import styles from '../components/kitchen.module.css'
import { useKitchen } from '../queries.ts'
import { useWallTime } from '../use-wall-time.ts'

/** `/kitchen`: the orders that came in, live, for the staff. The server checks the role at every call; this only says so before it does. */
export function KitchenScreen() {
  const { user, failed, retry } = useUser()
  return (
    <>
      <PageHead title="Kitchen" />
      <div className={`container ${styles.page}`}>
        {user === undefined && failed && <Problem error={failed} onRetry={retry} />}
        {user === undefined && !failed && <Skeleton count={3} shape="card" />}
        {user && !isStaff(user.role) && (
          <Banner tone="note" header="This page is for the restaurant’s staff." />
        )}
        {user && isStaff(user.role) && <LiveBoard />}
      </div>
    </>
  )
}

/** What was read last stays to be seen while there is no signal, and says how old it is. */
function LiveBoard() {
  const { kitchen, failed, readAt, retry } = useKitchen()
  const wallTime = useWallTime()
  if (kitchen === undefined)
    return failed ? <Problem error={failed} onRetry={retry} /> : <Skeleton count={3} shape="card" />
  return (
    <>
      {failed && (
        <Problem
          error={failed}
          onRetry={retry}
          old={`This is how it was at ${wallTime(readAt)}. New orders are not shown until it can be read again.`}
        />
      )}
      <Board kitchen={kitchen} />
    </>
  )
}

function Problem({ error, onRetry, old }: { error: AppError; onRetry: () => void; old?: string }) {
  const offline = error.kind === 'offline' || error.kind === 'timeout'
  const words = offline
    ? [old ?? 'The orders are read as soon as there is a signal.']
    : [...explain(error), ...(old === undefined ? [] : [old])]
  return (
    <div className={styles.problem}>
      <Banner
        tone={offline ? 'note' : 'error'}
        header={offline ? 'No connection' : 'Error'}
        messages={words}
        reference={error.details.requestId}
      />
      <Button look="second" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
