import { presetTipCents, tipPresets } from '#contract/pricing/ticket.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'

/** What was answered about the tip: a share of the subtotal (percent), an amount that was typed, none; undefined where nobody has said. */
type TipChosen = number | 'custom' | 'none' | undefined

type Tipped = Pick<TicketView, 'tipCents' | 'tipPercent' | 'tipWord' | 'totals'>

/**
 * What was tipped already, as the choice that it was. An API that tells no shares (specification §7: the tip is an amount) gives back a preset as its
 * amount, which is read as that share unless the diner typed it.
 */
export function findTipChosen(
  { tipCents, tipPercent, tipWord, totals }: Tipped,
  tellsShares: boolean,
): TipChosen {
  if (tipPercent !== undefined && isTipPreset(tipPercent)) return tipPercent
  if (tipCents === 0) return tipWord === 'none' ? 'none' : undefined
  if (tellsShares || tipWord === 'typed') return 'custom'
  return tipPresets.find((percent) => presetTipCents(totals.subTotalCents, percent) === tipCents) ?? 'custom'
}

export const isTipPreset = (percent: number): boolean => tipPresets.some((preset) => preset === percent)

/** Whether this restaurant's API says which share a tip is. */
export const useTellsShares = (): boolean =>
  useLocationCopy()?.location.api_extensions?.includes('tip_percent') ?? false
