import { t } from '#contract/language.ts'
import { useEffect, useId, useState } from 'react'
import { Box, chakra } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { AnswerLine, AnswerRow, AnswerRows } from './answer-rows.tsx'

export type CarLineProps = {
  /** The car in words; undefined where nothing was entered. */
  text: string | undefined
  onOpen: () => void
}

/** The car for curbside in one line, in place of its fields: with Change where it is known; else with a button to add it, which can also wait until arrival. */
export function CarLine({ text, onOpen }: CarLineProps) {
  const hintId = useId()
  return (
    <AnswerRows label={t('Your car')}>
      {text !== undefined ? (
        <AnswerRow name={t('Car')} text={text} onChange={onOpen} />
      ) : (
        <AnswerLine>
          {/* With letters of twice the size its button stands below it. */}
          <chakra.span id={hintId} color="muted" flex="1" minWidth="min(100%, 8.5em)" paddingBlock="2">
            {t('It helps us find you at the curb. You can also tell us when you arrive.')}
          </chakra.span>
          <Box flex="none">
            <Button look="quiet" aria-describedby={hintId} onClick={onOpen}>
              {t('Add your car')}
            </Button>
          </Box>
        </AnswerLine>
      )}
    </AnswerRows>
  )
}

/** Whether the car's fields are open, and a function that opens them. The first field then takes the focus, since the button that had it is gone. */
export function useOpenCar(): [boolean, () => void] {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (isOpen) document.querySelector<HTMLElement>('[name="vehicle_make"]')?.focus()
  }, [isOpen])
  return [isOpen, () => setOpen(true)]
}
