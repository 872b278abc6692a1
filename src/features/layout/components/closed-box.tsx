import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { switchesOf } from '#lib/query/location.ts'
import styles from './closed-box.module.css'

const shownOn = /^\/(menus|order|ordercart|ordercheckout)(\/|$)/

/** The closed announcement, where ordering begins and goes on, when online-order hours are enabled (LH-15). */
export function ClosedBox({ copy, path }: { copy: LocationCopy; path: string }) {
  const closed = copy.announcements.find((one) => one.type === 'closed')
  if (!closed || !switchesOf(copy.location.settings).hoursForOnlineOrder || !shownOn.test(path)) return null
  return (
    <div className={`container ${styles.box}`}>
      <Banner tone="note" header={closed.title} messages={closed.data?.body ? [closed.data.body] : []} />
    </div>
  )
}
