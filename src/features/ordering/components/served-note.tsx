import { rich } from '#lib/paint/rich.ts'
import { localTime, type LocalTime } from '#contract/local-time.ts'
import { servedText } from '#contract/rules/menu-hours.ts'
import type { Menu } from '#contract/schemas/menu.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { useNow } from '#lib/time/use-now.ts'
import styles from './order-menus.module.css'
import { liveText } from '#lib/paint/marks.ts'

/** What a clock on the restaurant's wall shows; undefined in the first render, which is the server's, too. */
export function useWallTime(): LocalTime | undefined {
  const zone = useLocationCopy()?.location.time_zone
  const now = useNow()
  return zone === undefined || now === undefined ? undefined : localTime(now, zone)
}

/** When a menu is served, where that is not now: it can be ordered for then. */
export function ServedNote({ menu }: { menu: Menu | undefined }) {
  const at = useWallTime()
  const text = menu && at && servedText(menu, at)
  return text ? (
    <p className={styles.served} {...liveText}>{rich`${text}. You can order it for then.`}</p>
  ) : null
}
