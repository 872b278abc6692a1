import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { staffEndpoints } from '#contract/endpoints/staff.ts'
import { isAtLeast, isStaff } from '#contract/rules/roles.ts'
import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { useRetry } from '#lib/paint/use-retry.ts'
import { serverTime } from '#lib/ports/server-clock.ts'
import { useUser } from '#lib/query/account.ts'
import { usePortal, useSession } from '#lib/query/portal-context.tsx'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { Button } from '#lib/ui/button.tsx'
import { AccessContext, type KitchenAccess, useAccess } from '../access.ts'
import { Board } from '../components/board.tsx'
import styles from '../components/kitchen.module.css'
import { TabletSignIn } from '../components/tablet-sign-in.tsx'
import { useKitchen } from '../queries.ts'
import { endSound } from '../sound.ts'
import { keepTablet, type SignedInTablet, useTablet } from '../tablet.ts'
import { useAlarm } from '../use-alarm.ts'
import { SeenOrdersContext, useSeenOrders } from '../use-new-orders.ts'
import { useClockText } from '../use-clock-text.ts'
import work from './work-screen.module.css'

/**
 * `/kitchen`: incoming orders, live, for the staff. The server checks the role at every call; this only tells earlier. `more`: a link to the managers' other
 * page, not shown on a tablet or to kitchen staff.
 */
export function KitchenScreen({ more }: { more?: ReactNode }) {
  const { user } = useUser()
  // The sound belongs to the page and survives a remounted board.
  useEffect(() => endSound, [])
  return (
    <SeenOrdersContext value={useSeenOrders()}>
      <div className={work.work}>
        <div className={`container ${work.head}`}>
          <h1>Kitchen</h1>
          <span data-screen-only>{user && isAtLeast(user.role, 'manager') && more}</span>
        </div>
        <div className={`container ${styles.page}`}>
          <Entry />
        </div>
      </div>
    </SeenOrdersContext>
  )
}

/** A signed-in person takes precedence over the device's tablet sign-in. */
function Entry() {
  const { load } = usePortal()
  const session = useSession()
  const tablet = useTablet()
  const [wasSignedOut, setWasSignedOut] = useState(false)
  const [wasPerson, setWasPerson] = useState(false)
  const { user, failed, retry } = useUser()
  // Loading the services reads the session: a device that opens this page first has not read it yet.
  useEffect(() => void load().catch(() => undefined), [load]) // If it fails to load, whatever needs it tries again.
  const isPerson = user !== undefined && isStaff(user.role)
  if (isPerson && !wasPerson) setWasPerson(true)
  const left = wasPerson && session.state === 'guest' && (
    <SignedOutNotice isTablet={tablet !== undefined} onDismiss={() => setWasPerson(false)} />
  )
  // Keyed by the person: what one has sent must not be repeated by the next.
  if (isPerson) return <Access key={session.state === 'user' ? session.principal : ''} role={user.role} />
  if (tablet)
    return (
      <>
        {left}
        <Tablet key={tablet.token} tablet={tablet} onSignedOut={() => setWasSignedOut(true)} />
      </>
    )
  if (session.state === 'guest')
    return (
      <>
        {left}
        <TabletSignIn wasSignedOut={wasSignedOut} />
      </>
    )
  if (user) return <Banner tone="note" header="This page is for the restaurant’s staff." />
  return failed ? <Problem error={failed} onRetry={retry} /> : <Skeleton count={3} shape="card" />
}

/** A staff member was signed in here and no longer is: the session ended, or they signed out. */
function SignedOutNotice({ isTablet, onDismiss }: { isTablet: boolean; onDismiss: () => void }) {
  const [since] = useState(() => Date.now())
  useAlarm(!isTablet, since)
  return (
    <Banner
      tone="note"
      header="You are signed out"
      messages={[
        isTablet
          ? 'Orders still show under this tablet’s own sign-in. To refund or cancel, a manager has to sign in again.'
          : 'Please sign in again, or enter a code for this tablet.',
      ]}
      onDismiss={onDismiss}
    >
      {isTablet && (
        <p>
          <Link to="/login" state={{ from: '/kitchen' }}>
            Sign in
          </Link>
        </p>
      )}
    </Banner>
  )
}

function Access({ role, bearer }: KitchenAccess) {
  const access = useMemo(() => ({ role, bearer }), [role, bearer])
  return (
    <AccessContext value={access}>
      <LiveBoard />
    </AccessContext>
  )
}

/** A tablet, until it signs out or is signed out remotely, when its next read is refused. */
function Tablet({ tablet, onSignedOut }: { tablet: SignedInTablet; onSignedOut: () => void }) {
  const { load, facts } = usePortal()
  const { locationId } = facts.host
  // Signs out at the server first: a token only forgotten here would stay valid.
  const leaving = useSingleMutation({
    mutationFn: async () => {
      const { api, ids } = await load()
      await api.send(staffEndpoints.leaveTablet, { body: { token: tablet.token }, key: ids.uuid() })
    },
    onSuccess: () => keepTablet(locationId, undefined),
  })
  const watched = useMemo<KitchenAccess>(
    () => ({
      role: 'kitchen',
      bearer: tablet.token,
      onRefused() {
        keepTablet(locationId, undefined)
        onSignedOut()
      },
    }),
    [tablet.token, locationId, onSignedOut],
  )
  return (
    <>
      <div className={styles.tablet}>
        <span>Signed in as tablet “{tablet.name}”</span>
        <Button look="quiet" busy={leaving.isPending} onClick={() => leaving.mutate()}>
          Sign this tablet out
        </Button>
      </div>
      {leaving.error && <Banner tone="error" header="Error" messages={explain(asAppError(leaving.error))} />}
      <AccessContext value={watched}>
        <LiveBoard />
      </AccessContext>
    </>
  )
}

/** The last answer stays visible without a signal, with its age. */
function LiveBoard() {
  const { kitchen, failed, readAt, retry } = useKitchen()
  const [openedAt] = useState(() => Date.now())
  // A board that never loaded is as blind as one that no longer does.
  useAlarm(failed !== undefined, readAt || openedAt)
  const clockText = useClockText()
  const { onRefused } = useAccess()
  // Only with the API's own problem body: a proxy's 401 must not sign a tablet out.
  const isRefused = failed?.kind === 'unauthorized' && failed.details.problem !== undefined
  useEffect(() => {
    if (isRefused) onRefused?.()
  }, [isRefused, onRefused])
  if (kitchen === undefined)
    return failed ? <Problem error={failed} onRetry={retry} /> : <Skeleton count={3} shape="card" />
  return (
    <>
      {failed && (
        <Problem
          error={failed}
          onRetry={retry}
          old={`Last updated at ${clockText(serverTime(readAt))}. New orders won’t show until it reloads.`}
        />
      )}
      <Board kitchen={kitchen} />
    </>
  )
}

function Problem({ error, onRetry, old }: { error: AppError; onRetry: () => unknown; old?: string }) {
  const { busy, retry } = useRetry(onRetry)
  const offline = error.kind === 'offline' || error.kind === 'timeout'
  const words = offline
    ? [old ?? 'Orders will load when you’re back online.']
    : [...explain(error), ...(old === undefined ? [] : [old])]
  return (
    <div className={styles.problem}>
      <Banner
        tone={offline ? 'note' : 'error'}
        header={offline ? 'No connection' : 'Error'}
        messages={words}
        reference={error.details.requestId}
      />
      <Button look="second" aria-busy={busy} onClick={() => void retry()}>
        {busy ? 'Trying again…' : 'Try again'}
      </Button>
    </div>
  )
}
