import { rich } from '#lib/paint/rich.ts'
import { Box, chakra } from '#lib/ui/box.ts'

/** Where in a row of steps one is: how far, and what is still to come. `names` are in the order of the steps, `at` counts from 0. */
export function StepProgress({ names, at }: { names: readonly string[]; at: number }) {
  return (
    <Box display="grid" gap="2">
      <chakra.p color="muted" fontSize="small" fontWeight={600}>
        {rich`Step ${at + 1} of ${names.length}: ${names[at]}`}
      </chakra.p>
      <Box display="grid" gridAutoFlow="column" gridAutoColumns="1fr" gap="1" aria-hidden>
        {names.map((name, place) => (
          // Borders, which forced colors keep: a thick one for what is behind, a thin one for what is still to come.
          <Box
            key={name}
            height="4px"
            {...(place <= at
              ? { borderTop: '4px solid', borderColor: 'brand' }
              : { borderTop: '1px solid', borderColor: 'line', background: 'line' })}
          />
        ))}
      </Box>
    </Box>
  )
}
