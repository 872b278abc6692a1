import { useSession } from '#lib/query/portal-context.tsx'
import { CurrentOrders } from './current-orders.tsx'
import { StaffBar } from './staff-bar.tsx'

/** What the bars show once the device has been checked for a signed-in person and their orders. */
export function AfterLaunch({ path }: { path: string }) {
  const signedIn = useSession().state === 'user'
  return (
    <>
      <CurrentOrders path={path} />
      {signedIn && <StaffBar path={path} />}
    </>
  )
}
