import { t } from '#contract/language.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Box } from '#lib/ui/box.ts'
import type { SaveState } from '../use-saving.ts'

/** What became of a save. Its room is kept, so that nothing jumps when a word comes and goes. */
export function SaveFeedback({ feedback }: { feedback: SaveState }) {
  return (
    <Box minHeight="84px" aria-live="polite">
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
