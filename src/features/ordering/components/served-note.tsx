import { rich } from '#lib/paint/rich.ts'
import { servedText } from '#contract/rules/menu-hours.ts'
import type { Menu } from '#contract/schemas/menu.ts'
import { useWallTime } from '../use-wall-time.ts'
import styles from './order-menus.module.css'
import { liveText } from '#lib/paint/marks.ts'

/** When a menu is served, where that is not now: it can be ordered for then. */
export function ServedNote({ menu }: { menu: Menu | undefined }) {
  const at = useWallTime()
  const text = menu && at && servedText(menu, at)
  return text ? (
    <p className={styles.served} {...liveText}>{rich`${text}. You can order it for then.`}</p>
  ) : null
}
