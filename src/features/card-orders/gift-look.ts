import { cardLook } from '#contract/rules/card-look.ts'
import { designsForProgram, giftDesignOf } from '#contract/rules/gift-design.ts'
import type { Program } from '#contract/schemas/card-order.ts'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import type { CardOrderRow } from '#db/card-orders.ts'

/** The program of an order's card and its possible designs, from the device alone. */
export function giftLookOf({ designs = [], programs = [], programId, snapshot }: CardOrderRow): {
  program: Program | undefined
  designs: GiftDesign[]
} {
  const id = programId ?? snapshot.items[0]?.program_id ?? snapshot.program?.id
  // Without a choice the first program counts (specification §4).
  const program = programs.find((one) => one.id === id) ?? snapshot.program ?? programs[0]
  return { program, designs: designsForProgram(programs, designs, program?.id) }
}

/** The design of an order's card, as far as this device knows. */
export function giftDesignOfRow(row: CardOrderRow): GiftDesign | undefined {
  const { typed, snapshot } = row
  const { designs, program } = giftLookOf(row)
  return (
    giftDesignOf(designs, typed.design_id ?? snapshot.design?.id) ??
    cardLook({ design: snapshot.design, program }).design
  )
}
