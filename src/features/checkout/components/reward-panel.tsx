import { t, translateAnswer } from '#contract/language.ts'
import { useRef, useState } from 'react'
import type { Reward } from '#contract/schemas/user.ts'
import { fieldMessage } from '#lib/errors/field-refusal.ts'
import { rich } from '#lib/paint/rich.ts'
import { holdsMoney } from '#contract/rules/ticket.ts'
import { useLostFocus } from '#lib/paint/use-lost-focus.ts'
import { useUser } from '#lib/query/account.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { rewardNote, rewardText } from '../payment-words.ts'
import { mayRelease, redeemReward } from '../tenders.ts'
import type { Payment } from '../use-payment.ts'

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
  const isRedeemed = view.snapshot?.payments.some((one) => one.tender_type === 'reward') === true
  useLostFocus(isRedeemed, findStepTitle)
  // A redeemed reward is listed with the payments.
  if (rewards.length === 0 || isRedeemed) return null
  // It comes off the price, which the first payment fixes.
  const isPartPaid = holdsMoney(view.snapshot) && mayRelease(view, location)
  const usable = view.snapshot?.reward_can_be_used === true && !view.totals.estimated
  return (
    <Box as="section" aria-label={t('Your rewards')} display="grid" gap="3">
      <chakra.ul display="grid" gap="3">
        {rewards.map((reward) => (
          <RewardRow
            key={reward.id}
            reward={reward}
            view={view}
            payment={payment}
            isUsable={!locked && usable}
          />
        ))}
      </chakra.ul>
      {!usable && (
        <Text fontSize="small" color="muted">
          {isPartPaid
            ? t('To use a reward, remove the payments first.')
            : t('You can’t use a reward on this order.')}
        </Text>
      )}
    </Box>
  )
}

const findStepTitle = (): HTMLElement | null => document.querySelector('form:not([hidden]) h2')

type RewardRowProps = { reward: Reward; view: TicketView; payment: Payment; isUsable: boolean }

/** A reward and its button, until the restaurant refuses this reward: then the reason replaces the button, because another press would be refused, too. */
function RewardRow({ reward, view, payment, isUsable }: RewardRowProps) {
  const [refusal, setRefusal] = useState<string>()
  const row = useRef<HTMLLIElement>(null)
  useLostFocus(refusal !== undefined, () => row.current)
  const name = `reward ${reward.id}`
  const isSent = payment.sending === name
  const redeem = (): void =>
    payment.act({
      name,
      run: (services) => redeemReward(services, view, reward.id),
      done: rewardNote,
      async refused(_services, error) {
        // Undefined where it refused for another reason, such as a dish that is sold out.
        setRefusal(fieldMessage(error, 'reward_id'))
        return []
      },
    })
  return (
    <chakra.li
      ref={row}
      tabIndex={-1}
      outline="none"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap="3"
    >
      <Box display="grid">
        <Text fontWeight={650}>{rewardText(reward)}</Text>
        <Text fontSize="small" color="muted">
          {refusal === undefined ? rich`Good until ${translateAnswer(reward.end)}` : translateAnswer(refusal)}
        </Text>
      </Box>
      {refusal === undefined && (
        <Button
          look="second"
          disabled={!isUsable}
          aria-busy={payment.busy}
          aria-disabled={payment.busy}
          // While sending, the button's own text is its name.
          aria-label={isSent ? undefined : t`REDEEM ${reward.name}`}
          onClick={() => !payment.busy && redeem()}
        >
          {isSent ? t('One second…') : t('REDEEM')}
        </Button>
      )}
    </chakra.li>
  )
}
