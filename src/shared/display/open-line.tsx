import type { Location } from '#contract/schemas/location.ts'
import { liveText } from '#lib/paint/marks.ts'
import { findOpenText } from '#lib/time/open-text.ts'
import { useNow } from '#lib/time/use-now.ts'

/** Reserves the line's space until the time is known. */
const noText = '\u00a0'

/** Until when a location is open, or when it opens; updated every half minute. `isOrdering`: worded for a page that also takes orders while it is closed. */
export function OpenLine({ location, isOrdering }: { location: Location; isOrdering?: boolean | undefined }) {
  return <span {...liveText}>{findOpenText(location, useNow(), isOrdering)?.text ?? noText}</span>
}
