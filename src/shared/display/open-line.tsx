import type { Location } from '#contract/schemas/location.ts'
import { liveText } from '#lib/paint/marks.ts'
import { findOpenText } from '#lib/time/open-text.ts'
import { useNow } from '#lib/time/use-now.ts'

/** Keeps the line's room until the time is known. */
const noText = '\u00a0'

/** Until when a location is open, or from when; redrawn by itself, every half minute. */
export function OpenLine({ location }: { location: Location }) {
  return <span {...liveText}>{findOpenText(location, useNow())?.text ?? noText}</span>
}
