import { isOn } from '#contract/rules/features.ts'
import { useLocationCopy } from '#lib/query/location.ts'

/** Whether there is a list of one's gift cards to lead to: cards may be bought where it is switched off (`my_gifts`, specification §3 *Settings*). */
export function useHasCardList(): boolean {
  const location = useLocationCopy()?.location
  return location !== undefined && isOn(location.settings, 'myGifts')
}
