import { useNavigate, useSearch } from '@tanstack/react-router'
import { isAtLeast, isStaff } from '#contract/rules/roles.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { useUser } from '#lib/query/account.ts'
import { Activities } from '../components/activities.tsx'
import { Acts } from '../components/acts.tsx'
import styles from '../components/admin.module.css'
import { AdminNav } from '../components/admin-nav.tsx'
import { AdminProblem } from '../components/admin-states.tsx'
import { DeviceApps } from '../components/device-apps.tsx'
import { FailedRefunds } from '../components/failed-refunds.tsx'
import { GiftCards } from '../components/gift-cards.tsx'
import { InviteForm } from '../components/invite-form.tsx'
import { MasterApps } from '../components/master-apps.tsx'
import { Orders } from '../components/orders.tsx'
import { People } from '../components/people.tsx'
import { PolicyReports } from '../components/policy-reports.tsx'
import { Security } from '../components/security.tsx'
import { Tablets } from '../components/tablets.tsx'
import {
  type AdminSearch,
  type AdminView,
  adminViews,
  ownerViews,
  ownViews,
  readAdminSearch,
} from './admin-search.ts'

/** `/admin`: what §7 *Admin* offers, with a table and a form each. The server checks the role at every call; this only tells earlier. */
export function AdminScreen() {
  const { user, failed, retry } = useUser()
  return (
    <>
      <PageHead title="Administration">
        {user && isStaff(user.role) && (
          <PathLink path="/kitchen" className={styles.toKitchen}>
            Kitchen
          </PathLink>
        )}
      </PageHead>
      <div className={`container ${styles.page}`}>
        {user === undefined && failed && <AdminProblem error={failed} onRetry={retry} />}
        {user === undefined && !failed && <Skeleton count={3} shape="row" />}
        {user && !isStaff(user.role) && <Banner tone="note" header="This page is for managers and owners." />}
        {user && isStaff(user.role) && <Area role={user.role} />}
      </div>
    </>
  )
}

/** The views by role: only owners manage the staff; kitchen staff only see their own sign-in security. */
function viewsOf(role: string): readonly AdminView[] {
  if (!isAtLeast(role, 'manager')) return ownViews
  return adminViews.filter((one) => isAtLeast(role, 'owner') || !ownerViews.includes(one))
}

function Area({ role }: { role: string }) {
  const search = readAdminSearch(useSearch({ from: '/_kit/_user/admin' }))
  const asked = search.view ?? (search.device === undefined ? adminViews[0] : 'device')
  const views = viewsOf(role)
  // A link to a view that is not theirs shows their first one.
  const view = views.includes(asked) ? asked : views[0]!
  return (
    <div className={styles.area}>
      <AdminNav views={views} view={view} />
      <div className={styles.view}>
        {view === 'apps' && <MasterApps />}
        {view === 'device' && <Device search={search} />}
        {view === 'orders' && <Orders key={search.number} id={search.ticket} number={search.number} />}
        {view === 'cards' && <GiftCards card={search.card} order={search.cardOrder} />}
        {view === 'refunds' && <FailedRefunds />}
        {view === 'tablets' && <Tablets />}
        {view === 'people' && <People />}
        {view === 'invite' && <InviteForm />}
        {view === 'acts' && <Acts />}
        {view === 'policy' && <PolicyReports />}
        {view === 'security' && <Security />}
      </div>
    </div>
  )
}

function Device({ search }: { search: AdminSearch }) {
  const navigate = useNavigate()
  const go = (next: AdminSearch): void => void navigate({ to: '/admin', search: { view: 'device', ...next } })
  const { device, app, page = 1, order = 'asc', type = '' } = search
  if (device === undefined || app === undefined) {
    return (
      <DeviceApps
        key={device}
        deviceId={device}
        onDevice={(deviceId) => go({ device: deviceId })}
        onApp={(appId) => go({ ...(device !== undefined && { device }), app: appId })}
      />
    )
  }
  return (
    <Activities
      view={{ deviceId: device, appId: app, page, order, type }}
      onView={(part) => {
        const next = { page, order, type, ...part }
        go({
          device,
          app,
          order: next.order,
          ...(next.page > 1 && { page: next.page }),
          ...(next.type !== '' && { type: next.type }),
        })
      }}
      onBack={() => go({ device })}
    />
  )
}
