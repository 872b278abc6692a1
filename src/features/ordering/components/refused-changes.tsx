import { t } from '#contract/language.ts'
import type { TicketRow } from '#db/tickets.ts'
import { notSavedText } from '#lib/errors/not-saved.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { useLostFocus } from '#lib/paint/use-lost-focus.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { refusalMessages } from '#lib/query/refusal-messages.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { writeInBackground } from '#lib/query/write-in-background.ts'
import type { ViewLine } from '#lib/sync/ticket-view-types.ts'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { putBack } from '../changes.ts'

/**
 * What the restaurant refused, and why; shown until it has been read. A line that was changed here but removed on another device can be added again as it was
 * wanted here, or left off (reliability N19).
 */
export function RefusedChanges({ row, lines }: { row: TicketRow; lines: readonly ViewLine[] }) {
  const { load } = usePortal()
  const puttingBack = useSingleMutation({
    mutationFn: async (refusals: TicketRow['refusals']) =>
      putBack(await load(), { draftId: row.draftId, refusals }),
  })
  useLostFocus(row.refusals.length === 0)
  if (row.refusals.length === 0) return null
  const messages = row.refusals.flatMap(refusalMessages)
  // Only those shown now: what is refused in the meantime is read next.
  const read = row.refusals.map(({ opId }) => opId)
  const dismiss = (): void =>
    writeInBackground(load, (services) => services.dismissRefusals(row.draftId, read))
  const gone = row.refusals.filter(
    ({ change }) => change.kind === 'item.change' && !lines.some((line) => line.lineId === change.lineId),
  )
  return (
    <Banner
      tone="error"
      header={t('Error')}
      messages={[...new Set([...messages, ...(puttingBack.isError ? [notSavedText()] : [])])]}
      onDismiss={dismiss}
    >
      {gone.length > 0 && (
        <Box display="flex" flexWrap="wrap" gap="2" paddingTop="2">
          <Button
            look="second"
            aria-busy={puttingBack.isPending}
            aria-disabled={puttingBack.isPending}
            onClick={() => puttingBack.mutate(gone)}
          >
            {t('Put it back as I had it')}
          </Button>
          <Button look="quiet" onClick={dismiss}>
            {t('Leave it off')}
          </Button>
        </Box>
      )}
    </Banner>
  )
}
