import { t } from '#contract/language.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { Banner } from '#lib/paint/banner.tsx'
import { LoadingOrFailed } from '#lib/paint/screen-states.tsx'
import { useLocationState } from '#lib/query/location.ts'
import { useReachability } from '#lib/query/reachability.ts'
import { CardLinks } from '../components/card-links.tsx'
import { CardNumberForm } from '../components/card-number-form.tsx'
import { ClaimCodeForm } from '../components/claim-code-form.tsx'
import { NarrowPage, Panel } from '../components/narrow-page.tsx'
import { cardSwitchesOf } from '../listing.ts'
import type { Imported } from '../requests.ts'
import { useImport } from '../use-import.ts'

/** `/mycards/import`: adds a card in one's hand to the account, by its number or by a claim code. */
export function ImportScreen() {
  const { copy, failed, retry } = useLocationState()
  const navigate = useNavigate()
  const reach = useReachability()
  const showImported = (imported: Imported) =>
    void navigate({ to: '/mycards/$cardId/import', params: { cardId: imported.card.id }, replace: true })
  const byNumber = useImport((card_number: string) => ({ card_number }), showImported)
  const byCode = useImport((claim_code: string) => ({ claim_code }), showImported)
  const title = t('Add An Existing Gift Card')
  if (!copy)
    return (
      <NarrowPage title={title}>
        <LoadingOrFailed failed={failed} what={t('This page')} onRetry={retry} />
      </NarrowPage>
    )
  if (!cardSwitchesOf(copy.location.settings).importing) {
    return (
      <NarrowPage title={title} lead={t`${copy.location.name} isn’t adding gift cards online right now.`}>
        <Link to="/mycards" className="row-link">
          {t('My gift cards')}
        </Link>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage
      title={title}
      lead={t('It is then shown with your cards, and pays for your orders.')}
      aside={<CardLinks offer={['buy', 'check']} />}
    >
      {reach === 'unreachable' && (
        <Banner
          tone="note"
          header={t('You’re offline')}
          messages={[t('Reconnect to add a card: we have to make sure that nobody else has it.')]}
        />
      )}
      <Panel title={t('By card number')}>
        <CardNumberForm request={byNumber} />
      </Panel>
      <Panel title={t('By claim code')}>
        <ClaimCodeForm request={byCode} />
      </Panel>
    </NarrowPage>
  )
}
