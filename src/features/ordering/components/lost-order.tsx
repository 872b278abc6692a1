import { t } from '#contract/language.ts'
import type { LostLine, TicketRow } from '#db/tickets.ts'
import { notSavedText } from '#lib/errors/not-saved.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { giveUpLost, reorderLost } from '../changes.ts'

/**
 * The restaurant no longer has the order (specification §8: 404 `not_found`) or, since a backup was restored, these dishes of it, or another order replaced it
 * when its owner signed in: offers to order its dishes again. `locked`: the order they would be added to has money on it.
 */
export function LostOrder({
  row,
  lost,
  locked,
}: {
  row: TicketRow
  lost: readonly LostLine[]
  locked: boolean
}) {
  const { load } = usePortal()
  const deciding = useSingleMutation({
    mutationFn: async (again: boolean) =>
      again ? await reorderLost(await load(), row) : await giveUpLost(await load(), row.draftId),
  })
  const isOther = lost.every((one) => one.isOther)
  const isGone = !isOther && lost.every((one) => one.isOther || one.isSetBack)
  const mayBePlaced = lost.some((one) => one.mayBePlaced)
  return (
    <Box
      as="section"
      aria-label={isGone ? t('Missing dishes') : t('Your earlier order')}
      display="grid"
      gap="4"
      padding="5"
      border="1px solid"
      borderColor="line"
      borderRadius="m"
    >
      <Text fontWeight={650}>
        {isOther
          ? t(
              'You had two orders when you signed in. These dishes were on the other one. Nothing was paid for it.',
            )
          : isGone
            ? t('The restaurant’s system lost these dishes. They are not on your order anymore.')
            : mayBePlaced
              ? t(
                  'The restaurant’s system lost what was done to your earlier order lately. If you have placed it already, please call before you order it again.',
                )
              : t('The restaurant does not have your earlier order anymore. Nothing was paid for it.')}
      </Text>
      {deciding.isError && <Banner tone="error" header={t('Error')} messages={[notSavedText()]} />}
      <chakra.ul display="grid" gap="1">
        {lost.map(({ line, shown }, place) => (
          // The same dish may be listed twice, and the ids that told them apart are gone with the order.
          <li key={`${line.menu_item} ${place}`}>
            {line.quantity} × {shown.name}
          </li>
        ))}
      </chakra.ul>
      <Box display="flex" flexWrap="wrap" gap="3">
        {!locked && (
          <Button aria-busy={deciding.isPending} onClick={() => deciding.mutate(true)}>
            {isOther || isGone ? t('Add these dishes') : t('Start a new order with these dishes')}
          </Button>
        )}
        <Button look="quiet" aria-busy={deciding.isPending} onClick={() => deciding.mutate(false)}>
          {t('No, thank you')}
        </Button>
      </Box>
    </Box>
  )
}
