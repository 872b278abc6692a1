import { Box, chakra } from '#lib/ui/box.ts'
import type { CheckoutStep } from '#contract/rules/ticket.ts'

const names: Record<CheckoutStep, string> = {
  delivery: 'Delivery',
  time: 'Time',
  information: 'Information',
  promo: 'Promo',
  tip: 'Tip',
  payment: 'Payment',
}

/** Where in the checkout one is: how far, and what is still to come. */
export function Progress({ steps, current }: { steps: readonly CheckoutStep[]; current: CheckoutStep }) {
  const at = steps.indexOf(current)
  return (
    <Box display="grid" gap="2">
      <chakra.p color="muted" fontSize="small" fontWeight={600}>
        Step {at + 1} of {steps.length}: {names[current]}
      </chakra.p>
      <Box display="grid" gridAutoFlow="column" gridAutoColumns="1fr" gap="1" aria-hidden>
        {steps.map((step, place) => (
          <Box key={step} height="4px" background={place <= at ? 'brand' : 'line'} />
        ))}
      </Box>
    </Box>
  )
}
