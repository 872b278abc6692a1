import { message, type Message, t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { useEffect, useRef } from 'react'
import { formatCents } from '#contract/money.ts'
import { groupCardNumber } from '#contract/rules/card.ts'
import type { CheckedCard } from '#contract/schemas/card.ts'
import { transientMark } from '#lib/paint/marks.ts'
import { LoadingOrFailed } from '#lib/paint/screen-states.tsx'
import { useLocationState } from '#lib/query/location.ts'
import { Box, chakra } from '#lib/ui/box.ts'
import { CameraScan } from '../components/camera-scan.tsx'
import { CardLinks } from '../components/card-links.tsx'
import { CardNumberForm } from '../components/card-number-form.tsx'
import { NarrowPage, Panel } from '../components/narrow-page.tsx'
import { cardSwitchesOf } from '../listing.ts'
import { checkBalance } from '../requests.ts'
import { useRequest } from '../use-request.ts'
import { wholePhones } from '#lib/paint/whole-phones.tsx'

/** `/mycards/check` and `/checkcardbalance`: the balance of a card in one's hand. */
export function CheckScreen() {
  const { copy, failed, retry } = useLocationState()
  const request = useRequest(checkBalance)
  const title = t('Check A Card Balance')
  if (!copy)
    return (
      <NarrowPage title={title}>
        <LoadingOrFailed failed={failed} what={t('This page')} onRetry={retry} />
      </NarrowPage>
    )
  if (!cardSwitchesOf(copy.location.settings).check) {
    return (
      <NarrowPage title={title} lead={t`${copy.location.name} doesn’t show gift card balances here.`}>
        <p>{rich`Please ask at the restaurant, or call ${wholePhones(copy.location.phone)}.`}</p>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage
      title={title}
      lead={t('Find the 16 digits on the back of the card, under the barcode.')}
      aside={<CardLinks offer={['buy', 'importing']} />}
    >
      <Panel>
        <CardNumberForm request={request}>{(scanned) => <CameraScan onFound={scanned} />}</CardNumberForm>
      </Panel>
      {request.answer && <Result card={request.answer} />}
    </NarrowPage>
  )
}

const statusWords: Record<string, Message> = {
  active: message('Active'),
  expired: message('Expired'),
  inactive: message('Not active'),
  pending: message('Not paid for yet'),
  disabled: message('No longer valid'),
  frozen: message('On hold'),
}

const statusOf = (status: string): string => {
  const known = statusWords[status]
  return known ? t(known) : status
}

function Result({ card }: { card: CheckedCard }) {
  const place = useRef<HTMLDListElement>(null)
  // Keyboard and screen reader users continue from the answer.
  useEffect(() => place.current?.focus(), [card])
  const rows = [
    [t('CARD NUMBER'), groupCardNumber(card.card_number)],
    [t('BALANCE'), formatCents(card.balance)],
    [t('STATUS'), statusOf(card.status)],
  ] as const
  return (
    <Box {...transientMark}>
      <Panel title={t('This card')}>
        <chakra.dl ref={place} tabIndex={-1} display="grid" gap="3" outline="none">
          {rows.map(([name, value]) => (
            <Box key={name} display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="5">
              <chakra.dt color="muted">{name}</chakra.dt>
              <chakra.dd className="price" fontSize="lead" fontWeight={650}>
                {value}
              </chakra.dd>
            </Box>
          ))}
        </chakra.dl>
      </Panel>
    </Box>
  )
}
