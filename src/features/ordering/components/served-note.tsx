import { t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { openState } from '#contract/local-time.ts'
import { servedText } from '#contract/rules/menu-hours.ts'
import type { Menu } from '#contract/schemas/menu.ts'
import { useWallTime } from '../use-wall-time.ts'
import styles from './order-menus.module.css'
import { hourText } from '#lib/time/open-text.ts'
import { liveText } from '#lib/paint/marks.ts'

/**
 * When a menu with its own hours is served: from when, if that is not now (it can be ordered for then), or until when. The line is there before the time is
 * known, or all dishes would be pushed down.
 */
export function ServedNote({ menu }: { menu: Menu | undefined }) {
  const at = useWallTime()
  if (!menu?.served) return null
  const later = at && servedText(menu, at)
  return (
    <p className={later ? styles.later : styles.served} {...liveText}>
      {later ? rich`${later}. Order ahead.` : at && untilText(openState(menu.served, at))}
    </p>
  )
}

/** A menu that is served around the clock has no end to announce. */
const untilText = (state: ReturnType<typeof openState>): string =>
  state.open && state.until !== undefined ? t`Served until ${hourText(state.until)}` : t('Served now')
