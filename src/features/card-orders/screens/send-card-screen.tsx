import { t } from '#contract/language.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CardOrderType } from '#contract/schemas/card-order.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import { findCardOrder, isCurrent } from '#db/card-orders.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Empty, LoadingOrFailed } from '#lib/paint/screen-states.tsx'
import { useLocationState } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useRepeatKey } from '#lib/query/use-repeat-key.ts'
import type { Services } from '#lib/query/services.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { isCardOrderPlaced } from '#contract/rules/card-order.ts'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { ChoiceCards } from '#lib/ui/choice-cards.tsx'
import { FailureBanner } from '#shared/forms/failure-banner.tsx'
import { LoadingOverlay } from '#lib/ui/loading-overlay.tsx'
import { MerchantHtml } from '#lib/ui/merchant-html.tsx'
import { startCardOrder } from '../requests.ts'
import { findPromotion, listSendChoices } from '../settings.ts'

/** `/cards` and `/sendcard`: how a gift card is to be sent. */
export function SendCardScreen() {
  const { copy, failed, retry } = useLocationState()
  return (
    <>
      <PageHead title={t('Send A Gift Card')} />
      <Box className="container" display="grid" gap="8" paddingBottom="12">
        {copy && <Choices settings={copy.location.settings} />}
        {!copy && <LoadingOrFailed failed={failed} what={t('Gift cards')} onRetry={retry} />}
      </Box>
    </>
  )
}

function Choices({ settings }: { settings: LocationCopy['location']['settings'] }) {
  const { load } = usePortal()
  const navigate = useNavigate()
  const choices = listSendChoices(settings)
  const promotion = findPromotion(settings)
  const [chosen, setChosen] = useState<CardOrderType>()
  // A single way needs no choice.
  const type = chosen ?? (choices.length === 1 ? choices[0]?.type : undefined)
  const { keyOf, noteOutcome } = useRepeatKey()
  const starting = useSingleMutation({
    mutationFn: async (wanted: CardOrderType) => {
      const services = await load()
      if (!(await hasBegun(services, wanted)))
        await startCardOrder(services, { type: wanted }, keyOf(services, wanted))
    },
    onSuccess: (_, wanted) =>
      void navigate({ to: '/mycards/send/$type/$cardId', params: { type: wanted, cardId: '0' } }),
    onSettled: (_, cause) => noteOutcome(cause),
  })
  const error = starting.error ? asAppError(starting.error) : undefined
  return (
    <>
      <Box maxWidth="640px">
        {choices.length === 0 ? (
          <Empty>{t('This restaurant does not send gift cards right now.')}</Empty>
        ) : (
          <LoadingOverlay busy={starting.isPending}>
            <form
              onSubmit={(event) => {
                event.preventDefault()
                if (type) starting.mutate(type)
              }}
            >
              <Box display="grid" gap="6">
                {error && <FailureBanner error={error} header={t('Error')} messages={explain(error)} />}
                <ChoiceCards
                  legend={t('How should it be sent?')}
                  name="type"
                  value={type}
                  onChange={(value) => {
                    setChosen(value)
                    starting.reset()
                  }}
                  choices={choices.map((choice) => ({ value: choice.type, label: choice.label }))}
                />
                <Button type="submit" full disabled={!type}>
                  {t('CONTINUE')}
                </Button>
              </Box>
            </form>
          </LoadingOverlay>
        )}
      </Box>
      {promotion !== undefined && <MerchantHtml html={promotion} />}
    </>
  )
}

/** Whether an order of this type was started but not placed: it is continued (specification §2: kept if the stored order type matches). */
async function hasBegun(
  { db, clock, locationId, ...services }: Services,
  type: CardOrderType,
): Promise<boolean> {
  const order = await findCardOrder(db, locationId, services.principal(), { type })
  if (order?.attempt) return true
  return (
    order !== undefined && !isCardOrderPlaced(order.row.snapshot.status) && isCurrent(order.row, clock.now())
  )
}
