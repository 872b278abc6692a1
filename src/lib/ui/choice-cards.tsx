import { Box, chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

type Choice<T extends string> = { value: T; label: string; note?: ReactNode; disabled?: boolean }
type ChoiceCardsProps<T extends string> = {
  legend: string
  name: string
  choices: readonly Choice<T>[]
  value: T | undefined
  onChange: (value: T) => void
  columns?: number
  /** Columns on a phone; for one-word answers. */
  phoneColumns?: number
}

/** A question with a few answers, each a large row: radio buttons with the look of cards. */
export function ChoiceCards<T extends string>({
  legend,
  name,
  choices,
  value,
  onChange,
  columns = 1,
  phoneColumns = 1,
}: ChoiceCardsProps<T>) {
  return (
    <chakra.fieldset>
      <chakra.legend className="visually-hidden">{legend}</chakra.legend>
      <Box
        display="grid"
        gap="3"
        gridTemplateColumns={{
          base: `repeat(${phoneColumns}, minmax(0, 1fr))`,
          sm: `repeat(${columns}, minmax(0, 1fr))`,
        }}
      >
        {choices.map((choice) => (
          <chakra.label
            key={choice.value}
            display="flex"
            alignItems="center"
            gap="3"
            minHeight="64px"
            paddingInline="4"
            paddingBlock="3"
            border="1px solid"
            borderColor={value === choice.value ? 'ink' : 'line'}
            boxShadow={value === choice.value ? 'inset 0 0 0 1px var(--h-ink)' : 'none'}
            borderRadius="s"
            background="raised"
            cursor={choice.disabled ? 'not-allowed' : 'pointer'}
            opacity={choice.disabled ? 0.6 : 1}
          >
            <chakra.input
              type="radio"
              name={name}
              checked={value === choice.value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
              width="24px"
              height="24px"
              margin="0"
            />
            <Box display="grid">
              <chakra.span fontWeight={650}>{choice.label}</chakra.span>
              {choice.note && (
                <chakra.span color="muted" fontSize="small">
                  {choice.note}
                </chakra.span>
              )}
            </Box>
          </chakra.label>
        ))}
      </Box>
    </chakra.fieldset>
  )
}
