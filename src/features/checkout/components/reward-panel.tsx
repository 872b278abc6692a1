import { t, translateAnswer } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { holdsMoney } from '#contract/rules/ticket.ts'
import { useUser } from '#lib/query/account.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { rewardNote, rewardText } from '../payment-words.ts'
import { mayRelease, redeemReward } from '../tenders.ts'
import type { Payment } from '../use-payment.ts'

const nameOf = (id: string): string => `reward ${id}`

/**
 * The member's rewards: each can be redeemed while the restaurant says that this order takes one (specification §4 *Reward*). Renders nothing if there is none.
 */
export function RewardPanel({
  view,
  payment,
  locked,
}: {
  view: TicketView
  payment: Payment
  /** The guest must read something before anything is paid. */
  locked: boolean
}) {
  const { user } = useUser()
  const location = useLocationCopy()?.location
  const rewards = user?.rewards?.is_rewards_on ? (user.rewards.reward ?? []) : []
  // A redeemed reward is listed with the payments.
  if (rewards.length === 0 || view.snapshot?.payments.some((one) => one.tender_type === 'reward')) return null
  const isSent = (id: string): boolean => payment.sending === nameOf(id)
  // It comes off the price, which the first payment fixes.
  const isPartPaid = holdsMoney(view.snapshot) && mayRelease(view, location)
  const usable = view.snapshot?.reward_can_be_used === true && !view.totals.estimated
  return (
    <Box as="section" aria-label={t('Your rewards')} display="grid" gap="3">
      <chakra.ul display="grid" gap="3">
        {rewards.map((reward) => (
          <chakra.li
            key={reward.id}
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            justifyContent="space-between"
            gap="3"
          >
            <Box display="grid">
              <Text fontWeight={650}>{rewardText(reward)}</Text>
              <Text fontSize="small" color="muted">
                {rich`Good until ${translateAnswer(reward.end)}`}
              </Text>
            </Box>
            <Button
              look="second"
              disabled={locked || !usable}
              aria-busy={payment.busy}
              aria-disabled={payment.busy}
              // While sending, the button's own text is its name.
              aria-label={isSent(reward.id) ? undefined : t`REDEEM ${reward.name}`}
              onClick={() =>
                !payment.busy &&
                payment.act({
                  name: nameOf(reward.id),
                  run: (services) => redeemReward(services, view, reward.id),
                  done: rewardNote,
                })
              }
            >
              {isSent(reward.id) ? t('One second…') : t('REDEEM')}
            </Button>
          </chakra.li>
        ))}
      </chakra.ul>
      {!usable && (
        <Text fontSize="small" color="muted">
          {isPartPaid
            ? t('To use a reward, take payments off first.')
            : t('You can’t use a reward on this order.')}
        </Text>
      )}
    </Box>
  )
}
