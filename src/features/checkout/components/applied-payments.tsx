import { t, translateAnswer } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { formatCents } from '#contract/money.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { releasedNote } from '../payment-words.ts'
import { mayRelease, releaseTenders } from '../tenders.ts'
import type { Payment } from '../use-payment.ts'

const name = 'release'

/** What is already paid and what is left, with a way out of a partly paid order. Renders nothing if nothing is paid. */
export function AppliedPayments({ view, payment }: { view: TicketView; payment: Payment }) {
  const offered = mayRelease(view, useLocationCopy()?.location)
  const payments = view.snapshot?.payments ?? []
  if (payments.length === 0) return null
  return (
    <Box
      as="section"
      aria-label={t('Paid so far')}
      display="grid"
      gap="3"
      padding="4"
      border="1px solid"
      borderColor="line"
      borderRadius="m"
    >
      <chakra.ul display="grid" gap="2">
        {payments.map((one, place) => (
          // The same card may pay twice, and nothing else tells payments apart.
          <chakra.li
            key={`${one.display_name} ${place}`}
            display="flex"
            justifyContent="space-between"
            gap="4"
          >
            {one.tender_type === 'reward' ? (
              <span>{rich`Reward redeemed for ${one.display_amount}`}</span>
            ) : (
              <>
                <span>{translateAnswer(one.display_name)}</span>
                <span className="price">−{one.display_amount.replace(/^-/, '')}</span>
              </>
            )}
          </chakra.li>
        ))}
      </chakra.ul>
      <Box
        display="flex"
        justifyContent="space-between"
        gap="4"
        fontWeight={700}
        paddingTop="3"
        borderTop="1px solid"
        borderColor="line"
      >
        <span>{t('Left to pay')}</span>
        <span className="price">{formatCents(view.totals.dueCents)}</span>
      </Box>
      {offered && (
        <Box display="grid" gap="2" justifyItems="start">
          <Button
            look="quiet"
            aria-busy={payment.busy}
            aria-disabled={payment.busy}
            onClick={() =>
              !payment.busy &&
              payment.act({
                name,
                run: (services) => releaseTenders(services, view),
                done: releasedNote({ payments }),
              })
            }
          >
            {payment.sending === name ? t('One second…') : t('Take payments off')}
          </Button>
          <Text fontSize="small" color="muted">
            {t(
              'Gift cards get their money back and a reward becomes yours again. Then you can change the order or leave it.',
            )}
          </Text>
        </Box>
      )}
    </Box>
  )
}
