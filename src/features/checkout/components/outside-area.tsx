import { t, translateAnswer } from '#contract/language.ts'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import type { Fulfillment } from '../habits.ts'

type Props = {
  /** Why nothing is delivered to the address; undefined where it is, or is none yet. */
  problem: string | undefined
  /** What the restaurant offers. */
  ways: readonly Fulfillment[]
  busy: boolean
  onTake: (way: Fulfillment) => void
}

/**
 * The way on from an address that is not delivered to: to have the order another way, one tap away. The words stand at the zip field; who does not see
 * it hears them here, as an address that was brought along or picked from the list says nothing there by itself.
 */
export function OutsideArea({ problem, ways, busy, onTake }: Props) {
  const others = problem === undefined ? [] : ways.filter((way) => way !== 'delivery')
  return (
    <>
      <span role="status" className="visually-hidden">
        {problem === undefined ? '' : translateAnswer(problem)}
      </span>
      {others.length > 0 && (
        <Box gridColumn="1 / -1" display="flex" flexWrap="wrap" gap="3">
          {others.map((way) => (
            <Button key={way} look="second" aria-busy={busy} onClick={() => busy || onTake(way)}>
              {way === 'pickup' ? t('PICK IT UP INSTEAD') : t('CURBSIDE PICKUP INSTEAD')}
            </Button>
          ))}
        </Box>
      )}
    </>
  )
}
