import { t, translateName } from '#contract/language.ts'
import type { Program } from '#contract/schemas/card-order.ts'
import { Empty, LoadingOrFailed } from '#lib/paint/screen-states.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { GiftFace } from '#shared/gift-card/gift-face.tsx'
import { StepFrame } from '#shared/forms/step-frame.tsx'
import { usePrograms } from '../queries.ts'
import { type CardOrderStepProps, useStep } from '../use-step.ts'

/** Which program's card to buy. Selecting one moves on (specification §4). */
export function ProgramStep(props: CardOrderStepProps) {
  const { row } = props
  const { back, choose, messages } = useStep(props)
  const { programs, failed, retry } = usePrograms(true)
  const restaurant = useLocationCopy()?.location.name ?? ''
  // The default look, until another design is chosen. An API may tie no design to a program.
  const lookOf = ({ design }: Program) => design ?? row.designs?.[0]
  return (
    <StepFrame title={t('Choose a card')} messages={messages} onBack={back}>
      {programs && programs.length === 0 && <Empty>{t('We’re not selling gift cards right now.')}</Empty>}
      {!programs && (
        <LoadingOrFailed failed={failed} what={t('The choice of cards')} isKept={false} onRetry={retry} />
      )}
      {programs && programs.length > 0 && (
        <chakra.ul
          display="grid"
          gap="4"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
        >
          {programs.map((program) => {
            const design = lookOf(program)
            return (
              <li key={program.id}>
                <chakra.button
                  type="button"
                  onClick={() => choose(program)}
                  aria-pressed={row.programId === program.id}
                  display="grid"
                  width="100%"
                  padding="0"
                  textAlign="start"
                  overflow="hidden"
                  background="raised"
                  border="1px solid"
                  borderColor={row.programId === program.id ? 'ink' : 'line'}
                  borderRadius="m"
                  cursor="pointer"
                  _focusVisible={{ outline: '2px solid var(--h-ink)', outlineOffset: '2px' }}
                >
                  {design ? (
                    // The face shows the program, and the amount if that is not asked.
                    <GiftFace
                      design={{ ...design, words: program.description }}
                      restaurant={restaurant}
                      amount={program.amount}
                      isNamed={false}
                    />
                  ) : (
                    <>
                      {program.image !== '' && (
                        <chakra.img
                          src={program.image}
                          alt=""
                          width="100%"
                          aspectRatio="16 / 10"
                          objectFit="cover"
                          decoding="async"
                        />
                      )}
                      <Box padding="4" display="flex" justifyContent="space-between" gap="3">
                        <strong>{translateName(program.description)}</strong>
                        {program.amount && <Text className="price">{program.amount}</Text>}
                      </Box>
                    </>
                  )}
                </chakra.button>
              </li>
            )
          })}
        </chakra.ul>
      )}
    </StepFrame>
  )
}
