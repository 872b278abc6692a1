import { t } from '#contract/language.ts'
import { useEffect, useId, useState } from 'react'
import { Box, chakra } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { AnswerLine, AnswerRow, AnswerRows } from './answer-rows.tsx'

export type CarLineProps = {
  /** The car in words; undefined where nothing was said of it. */
  text: string | undefined
  onOpen: () => void
}

/** The car at the curb in one line, in the place of its fields: told already, with Change; else it can be added, or told on arrival. */
export function CarLine({ text, onOpen }: CarLineProps) {
  const hintId = useId()
  return (
    <AnswerRows label={t('Your car')}>
      {text !== undefined ? (
        <AnswerRow name={t('Car')} text={text} onChange={onOpen} />
      ) : (
        <AnswerLine>
          <chakra.span id={hintId} color="muted" flex="1" minWidth="0" paddingBlock="2">
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

/** Whether the car's fields were opened, and what opens them: the first has the focus then, for the button that had it went with the line. */
export function useOpenCar(): [boolean, () => void] {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (isOpen) document.querySelector<HTMLElement>('[name="vehicle_make"]')?.focus()
  }, [isOpen])
  return [isOpen, () => setOpen(true)]
}
