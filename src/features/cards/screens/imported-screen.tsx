import { t, translateAnswer } from '#contract/language.ts'
import { isLinkable } from '#contract/rules/features.ts'
import { Link } from '@tanstack/react-router'
import { Banner } from '#lib/paint/banner.tsx'
import { Empty, LoadingOrFailed } from '#lib/paint/screen-states.tsx'
import { useCards } from '#lib/query/account.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { Box } from '#lib/ui/box.ts'
import { GiftCard } from '../components/gift-card.tsx'
import { NarrowPage } from '../components/narrow-page.tsx'
import { useImportMessage } from '../use-import.ts'

/** `/mycards/{cardId}/import`: the card now belongs to the account. */
export function ImportedScreen({ cardId }: { cardId: string }) {
  const { cards, failed, retry } = useCards()
  const restaurant = useLocationCopy()?.location.name ?? ''
  const message = useImportMessage(cardId)
  const copy = useLocationCopy()
  const hasList = copy !== undefined && isLinkable(copy.location.settings, '/mycards')
  const card = cards?.find((one) => one.id === cardId)
  return (
    <NarrowPage title={t('Add An Existing Gift Card')}>
      {message && (
        <Banner
          tone="success"
          header={translateAnswer(message.header).toUpperCase()}
          messages={[message.message]}
        />
      )}
      {card && <GiftCard card={card} restaurant={restaurant} />}
      {cards && !card && <Empty>{t('This card isn’t in your account.')}</Empty>}
      {!cards && <LoadingOrFailed failed={failed} what={t('Your card')} onRetry={retry} />}
      <Box display="grid" gap="3">
        {hasList && (
          <Link to="/mycards" className="button button--solid">
            {t('VIEW MY GIFT CARDS')}
          </Link>
        )}
        <Link to="/mycards/import" className="button button--second">
          {t('ADD ANOTHER CARD')}
        </Link>
      </Box>
    </NarrowPage>
  )
}
