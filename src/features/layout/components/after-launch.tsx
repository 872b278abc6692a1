import { useSession } from '#lib/query/portal-context.tsx'
import { CurrentOrders } from './current-orders.tsx'
import { StaffBar } from './staff-bar.tsx'

/** What the bars show when the device has been asked who is here and what they have ordered. */
export function AfterLaunch({ path }: { path: string }) {
  const signedIn = useSession().state === 'user'
  return (
    <>
      <CurrentOrders path={path} />
      {signedIn && <StaffBar path={path} />}
    </>
  )
}
