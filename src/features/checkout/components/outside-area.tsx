import { t, translateAnswer } from '#contract/language.ts'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import type { Fulfillment } from '../habits.ts'

type Props = {
  /** Why the address is not delivered to; undefined if it is, or is still incomplete. */
  problem: string | undefined
  /** The ways that the restaurant offers. */
  ways: readonly Fulfillment[]
  busy: boolean
  onTake: (way: Fulfillment) => void
}

/**
 * The way on from an address outside the delivery area: other ways to get the order, one tap away. The message is at the zip field and is also announced here,
 * because a prefilled address, or one picked from the list, triggers no announcement there.
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
