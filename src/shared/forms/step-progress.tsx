import { rich } from '#lib/paint/rich.ts'
import { Box, chakra } from '#lib/ui/box.ts'

/** How far along the steps are, and which are still to come. `names` are in the order of the steps, `at` counts from 0. */
export function StepProgress({ names, at }: { names: readonly string[]; at: number }) {
  return (
    <Box display="grid" gap="2">
      <chakra.p color="muted" fontSize="small" fontWeight={600}>
        {rich`Step ${at + 1} of ${names.length}: ${names[at]}`}
      </chakra.p>
      <Box display="grid" gridAutoFlow="column" gridAutoColumns="1fr" gap="1" aria-hidden>
        {names.map((name, place) => (
          // Borders, which forced colors keep: thick for steps that are done, thin for those to come.
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
