import { t, translateAnswer } from '#contract/language.ts'
import { partText, reasonText, refundedItems, takenText } from '#contract/rules/refund-words.ts'
import type { OrderRefund } from '#contract/schemas/refund.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'

/** Of food, or of gift cards, for which only the amount is shown. */
type Shown = Pick<OrderRefund, 'id' | 'display' | 'parts'> &
  Partial<Pick<OrderRefund, 'items' | 'delivery' | 'tip' | 'reason' | 'reward_back' | 'reward_gone'>>

type Props = {
  refunds?: readonly Shown[] | undefined
  /** What stands above it. */ said?: string | undefined
  /** What paid: a bank may have taken a part of it. */
  payments?: readonly { taken_back?: string | undefined }[]
}

/** What was refunded of an order, why, where to and when, and what a bank has taken. The refund of a cancelled order is shown here only where the page's heading does not say it. */
export function MoneyBack({ refunds = [], said = '', payments = [] }: Props) {
  const parts = refunds.filter(
    ({ reason, parts }) => reason !== 'cancelled' || !parts.every((part) => said.includes(partText(part))),
  )
  const taken = payments.flatMap(({ taken_back: amount }) =>
    amount === undefined ? [] : [takenText(amount)],
  )
  if (parts.length === 0 && taken.length === 0) return null
  return (
    <chakra.section aria-label={t('Money back')} display="grid" gap="3">
      <chakra.h2 fontSize="title">{t('Money back')}</chakra.h2>
      {parts.map((refund) => (
        <Refund key={refund.id} refund={refund} />
      ))}
      {taken.map((text, place) => (
        <p key={place}>{text}</p>
      ))}
    </chakra.section>
  )
}

function Refund({ refund }: { refund: Shown }) {
  const { display, reason = '', parts, reward_back: rewardBack, reward_gone: rewardGone } = refund
  const lines = [
    ...parts.map(partText),
    ...(rewardBack ? [t('Your reward is yours again.')] : []),
    ...(rewardGone ? [t('The reward that its points had reached is gone again.')] : []),
  ]
  return (
    <Box display="grid" gap="1" maxWidth="52ch">
      {lines.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <Text color="muted">
        {[refundedItems(refund), reasonText(reason), translateAnswer(display)]
          .filter((text) => text !== '')
          .join(' · ')}
      </Text>
    </Box>
  )
}
