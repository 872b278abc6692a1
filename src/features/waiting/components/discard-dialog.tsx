import { t } from '#contract/language.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'

type DiscardDialogProps = {
  /** What is about to be discarded; undefined: nothing, and the dialog is closed. */
  title: string | undefined
  /** The device could not save the change. */
  failed: boolean
  busy: boolean
  onDiscard: () => void
  onKeep: () => void
}

/** Asks before something that was typed or tapped is discarded. */
export function DiscardDialog({ title, failed, busy, onDiscard, onKeep }: DiscardDialogProps) {
  return (
    <Dialog
      open={title !== undefined}
      onClose={onKeep}
      title={t`Discard “${title ?? ''}”?`}
      actions={
        <>
          <Button full busy={busy} onClick={onDiscard}>
            {t('DISCARD')}
          </Button>
          <Button full look="second" onClick={onKeep}>
            {t('KEEP IT')}
          </Button>
        </>
      }
    >
      <Text>{t('The restaurant doesn’t have it. Once you discard it, it is never sent.')}</Text>
      {failed && (
        <Banner
          tone="error"
          header={t('Error')}
          messages={[t('This could not be discarded on this device. Please try again.')]}
        />
      )}
    </Dialog>
  )
}
