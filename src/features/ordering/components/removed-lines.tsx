import { t } from '#contract/language.ts'
import { isFromMenu } from '#contract/rules/menu-line.ts'
import { notSavedText } from '#lib/errors/not-saved.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { focusScreen } from '#lib/paint/go-to-screen.ts'
import type { ViewLine } from '#lib/sync/ticket-view-types.ts'
import type { Removal } from '../use-removal.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'

type RemovedLinesProps = {
  removal: Removal
  /** The order's lines: one whose removal was refused is back among them. */
  lines: readonly ViewLine[]
  /** Money is on the order: nothing can be put back. */
  locked: boolean
}

/** The lines just removed, each with an UNDO, until the screen is left: one tap can remove a line with many choices. */
export function RemovedLines({ removal, lines, locked }: RemovedLinesProps) {
  const { said, failed, undo } = removal
  const removed = removal.removed.filter(({ lineId }) => !lines.some((line) => line.lineId === lineId))
  const isEmpty = removed.length === 0 && said === ''
  return (
    <>
      {failed && <Banner tone="error" header={t('Error')} messages={[notSavedText()]} />}
      <Box role="status" display="grid" gap="2" className={isEmpty ? 'visually-hidden' : undefined}>
        {removed.map((line) => (
          <Box
            key={line.lineId}
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            justifyContent="space-between"
            gap="2"
            paddingInline="4"
            paddingBlock="2"
            background="sunken"
            borderRadius="s"
          >
            <Text>{t`${line.name} is off your order.`}</Text>
            {!locked && isFromMenu(line) && (
              <Button
                look="second"
                aria-label={t`Undo: put ${line.name} back`}
                onClick={() => {
                  undo(line)
                  // The button disappears: the focus moves to the order instead of being lost.
                  focusScreen()
                }}
              >
                {t('UNDO')}
              </Button>
            )}
          </Box>
        ))}
        {said !== '' && <Text color="muted">{said}</Text>}
      </Box>
    </>
  )
}
