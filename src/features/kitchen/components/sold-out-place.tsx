import { useState } from 'react'
import { listNow } from '#contract/rules/sold-out.ts'
import type { KitchenAnswer } from '#contract/schemas/kitchen.ts'
import { Button } from '#lib/ui/button.tsx'
import { useNow } from '#lib/time/use-now.ts'
import { useSoldOutPresses } from '../use-sold-out-presses.ts'
import { SoldOutDialog } from './sold-out-dialog.tsx'

/** How many dishes are sold out, and a link to their list. It has its own queue: other presses on the board do not wait for it. */
export function SoldOutPlace({ kitchen: { sold_out: soldOut } }: { kitchen: KitchenAnswer }) {
  const [isOpen, setOpen] = useState(false)
  const now = useNow()
  const { presses, press, clear } = useSoldOutPresses()
  // An API without the extension does not tell.
  if (!soldOut || now === undefined) return null
  const count = listNow(soldOut, now).length
  return (
    <>
      <Button
        look="second"
        onClick={() => {
          clear()
          setOpen(true)
        }}
      >
        {count === 0 ? 'SOLD OUT' : `${count} SOLD OUT`}
      </Button>
      {isOpen && (
        <SoldOutDialog
          soldOut={soldOut}
          presses={presses}
          // Does not close while sending: nobody would see a failure.
          onClose={() => presses.going || setOpen(false)}
          onPress={press}
        />
      )}
    </>
  )
}
