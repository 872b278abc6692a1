import { t } from '#contract/language.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Box } from '#lib/ui/box.ts'
import type { SaveState } from '../use-saving.ts'

/**
 * The result of a save. Nothing moves when it appears and disappears: its space is reserved beside the totals, and on a phone it covers the bottom of the
 * screen.
 */
export function SaveFeedback({ feedback }: { feedback: SaveState }) {
  return (
    <Box
      aria-live="polite"
      minHeight={{ lg: '84px' }}
      position={{ base: 'fixed', lg: 'static' }}
      insetInline="4"
      bottom="calc(var(--dock, 0px) + 12px)"
      zIndex="9"
    >
      {feedback.state === 'saving' && (
        <Banner tone="note" header={t('Just one second')} messages={[t('We are doing it.')]} />
      )}
      {feedback.state === 'error' && (
        <Banner tone="error" header={t('Validation Failed')} messages={feedback.messages} />
      )}
      {feedback.state === 'done' && (
        <Banner tone="success" header={t('Done')} messages={[feedback.message]} />
      )}
    </Box>
  )
}
