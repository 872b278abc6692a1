import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCents } from '#contract/money.ts'
import { isFailed } from '#contract/rules/refund-words.ts'
import type { StaffCardOrder, StaffCardRefund } from '#contract/schemas/staff-card.ts'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { Button } from '#lib/ui/button.tsx'
import { useStaffCardOrder } from '../queries.ts'
import { useLocalStamp } from '../use-local-stamp.ts'
import { ReadProblem, RecordsTable } from './admin-states.tsx'
import styles from './admin.module.css'
import { CardRefundDialog } from './card-refund-dialog.tsx'
import { detailOf } from './card-words.ts'
import { ActBanner, type ActNews } from './act-banner.tsx'
import { CardRows, orderTitle, peopleOf } from './gift-card-rows.tsx'

/** One gift card order: what was paid, its cards, what was refunded, and what still can be. */
export function CardOrderDetail({ reference, onActed }: { reference: string; onActed: () => void }) {
  const read = useStaffCardOrder(reference)
  const { answer, failed } = read
  return (
    <>
      <div>
        <Link to="/admin" search={{ view: 'cards' }} className="row-link">
          Find another
        </Link>
      </div>
      <ReadProblem read={read} />
      {!failed && !answer && <Skeleton count={3} shape="row" />}
      {answer && <Order order={answer.order} onActed={onActed} />}
    </>
  )
}

function Order({ order, onActed }: { order: StaffCardOrder; onActed: () => void }) {
  const stamp = useLocalStamp()
  const [isRefunding, setRefunding] = useState(false)
  const [news, setNews] = useState<ActNews>()
  const { refundable, refund_problem: problem, cards, card_count: count, paid_with: paidWith } = order
  return (
    <>
      <ActBanner news={news} />
      <h3>{orderTitle(order, stamp)}</h3>
      <dl className={styles.facts}>
        <dt>Who</dt>
        <dd>{peopleOf(order)}</dd>
        <dt>Paid</dt>
        <dd>{[formatCents(order.paid_cents), paidWith].filter(Boolean).join(', ')}</dd>
        {refundable && (
          <>
            <dt>Unspent</dt>
            <dd>{formatCents(refundable.unspent_cents)}</dd>
          </>
        )}
      </dl>
      {refundable ? (
        <div className={styles.actions}>
          <Button look="second" onClick={() => setRefunding(true)}>
            REFUND
          </Button>
        </div>
      ) : (
        <p className={styles.note}>{problem}</p>
      )}
      <h4>{count > cards.length ? `The newest ${cards.length} of its ${count} cards` : 'Its cards'}</h4>
      {cards.length === 0 ? (
        <p className={styles.empty}>No card was made yet.</p>
      ) : (
        <CardRows caption="Cards of this order" cards={cards} />
      )}
      <Refunds order={order} />
      {isRefunding && (
        <CardRefundDialog
          order={order}
          onClose={(isUnsure) => {
            setRefunding(false)
            if (isUnsure) setNews({ isUnsure, text: unsureText })
          }}
          onDone={(amount) => {
            setRefunding(false)
            onActed()
            setNews({
              isUnsure: false,
              text: `${amount} is being refunded to ${paidWith ?? 'the original payment'}; the bank may take 5 to 10 business days. It is off the cards, and the buyer gets an email.`,
            })
          }}
        />
      )}
    </>
  )
}

const unsureText =
  'The refund may have gone through. Please check the refunds of this order before you refund it again.'

/** A refund's state, unless it has arrived as intended. */
function stateOf(refund: StaffCardRefund): string {
  if (refund.by_hand) return 'Refunded another way'
  if (refund.dispute === 'lost') return 'Taken by the buyer’s bank'
  if (refund.dispute === 'open') return 'Waiting on the bank'
  if (isFailed(refund)) return 'The bank returned it: see Failed refunds'
  return refund.done_at === undefined ? 'On its way to the bank' : ''
}

function Refunds({ order: { refunds } }: { order: StaffCardOrder }) {
  const stamp = useLocalStamp()
  if (refunds.length === 0) return undefined
  return (
    <>
      <h4>Refunds</h4>
      <RecordsTable caption="Refunds of this order" head={['When', 'Why', 'Amount']}>
        {refunds.map((refund, place) => (
          <tr key={place}>
            <td className={styles.nowrap}>{stamp(refund.at)}</td>
            <th scope="row">
              {refund.reason === 'provider' ? 'In Stripe' : detailOf(refund)}
              <span className={styles.note}>{stateOf(refund)}</span>
            </th>
            <td>{formatCents(refund.amount_cents)}</td>
          </tr>
        ))}
      </RecordsTable>
    </>
  )
}
