import type { Cents } from '#contract/money.ts'
import { presetTipCents, tipPresets } from '#contract/pricing/ticket.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'

/** The answer about the tip: a percentage of the subtotal, a typed amount, or none; undefined if there is no answer yet. */
type TipChosen = number | 'custom' | 'none' | undefined

type Tipped = Pick<TicketView, 'tipCents' | 'tipPercent' | 'tipWord' | 'totals'>

/**
 * The current tip as the choice that was made. An API without percentages (specification §7: the tip is an amount) returns a preset as its amount, which is
 * read as that percentage unless the diner typed it.
 */
export function findTipChosen(
  { tipCents, tipPercent, tipWord, totals }: Tipped,
  tellsShares: boolean,
): TipChosen {
  if (tipPercent !== undefined && isTipPreset(tipPercent)) return tipPercent
  if (tipCents === 0) return tipWord === 'none' ? 'none' : undefined
  if (tellsShares || tipWord === 'typed') return 'custom'
  return findPreset(tipCents, totals.subTotalCents) ?? 'custom'
}

/** The preset percentage that an amount is; undefined where it is none. */
export const findPreset = (tipCents: Cents, subTotalCents: Cents): number | undefined =>
  tipPresets.find((percent) => presetTipCents(subTotalCents, percent) === tipCents)

export const isTipPreset = (percent: number): boolean => tipPresets.some((preset) => preset === percent)

/** Whether this restaurant's API tells a tip's percentage. */
export const useTellsShares = (): boolean =>
  useLocationCopy()?.location.api_extensions?.includes('tip_percent') ?? false
