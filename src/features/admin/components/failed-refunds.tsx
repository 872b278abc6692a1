import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCents } from '#contract/money.ts'
import { formatPhone } from '#contract/rules/phone.ts'
import type { FailedRefund, SettleRefundBody } from '#contract/schemas/failed-refund.ts'
import { Button } from '#lib/ui/button.tsx'
import { nobody } from '../order-words.ts'
import { useFailedRefunds } from '../queries.ts'
import { useLocalStamp } from '../use-local-stamp.ts'
import { ActBanner, type ActNews } from './act-banner.tsx'
import { AdminList, RecordsTable } from './admin-states.tsx'
import styles from './admin.module.css'
import { FailedRefundDialog } from './failed-refund-dialog.tsx'

type Asked = { refund: FailedRefund; how: SettleRefundBody['how'] }

/** Refunds returned by the bank: whose they are, and what to do about each. */
export function FailedRefunds() {
  const refunds = useFailedRefunds()
  const [asked, setAsked] = useState<Asked>()
  const [news, setNews] = useState<ActNews>()
  return (
    <section className={styles.stack} aria-labelledby="failed-refunds">
      <h2 id="failed-refunds">Failed refunds</h2>
      <p>
        Sometimes a guest’s bank returns a refund, usually because the card was closed. The money is then back
        in your Stripe account and still owed to the guest, who gets an email that asks them to call you.
      </p>
      <ActBanner news={news} />
      <AdminList
        read={refunds}
        isEmpty={(answer) => answer.refunds.length === 0}
        empty="None. Every refund has arrived or is on its way."
      >
        {(answer) => (
          <RecordsTable
            caption="Returned refunds"
            head={['Order', 'Guest', 'Amount', 'Returned', 'What to do']}
            busy={refunds.busy}
          >
            {answer.refunds.map((refund) => (
              <Row key={refund.id} refund={refund} onAsk={(how) => setAsked({ refund, how })} />
            ))}
          </RecordsTable>
        )}
      </AdminList>
      {asked && (
        <FailedRefundDialog
          {...asked}
          onClose={(isUnsure) => {
            setAsked(undefined)
            if (isUnsure) setNews({ isUnsure, text: unsureText })
          }}
          onDone={() => {
            setAsked(undefined)
            setNews({ isUnsure: false, text: doneText(asked) })
          }}
        />
      )}
    </section>
  )
}

const unsureText =
  'It may have been done. If the refund is no longer in the list, somebody has taken care of it.'

const doneText = ({ refund, how }: Asked): string =>
  how === 'again'
    ? `${formatCents(refund.amount_cents)} goes to ${refund.display_name} again. If the bank sends it back, it shows up here again.`
    : `${formatCents(refund.amount_cents)} of order ${refund.about} is marked as refunded another way.`

const disputes: Record<NonNullable<FailedRefund['dispute']>, string> = {
  open: 'The guest’s bank disputes this payment. Wait until it has decided.',
  lost: 'The guest’s bank has taken money back in a dispute. Look at the payment in Stripe before you pay anything.',
}

function Row({ refund, onAsk }: { refund: FailedRefund; onAsk: (how: SettleRefundBody['how']) => void }) {
  const stamp = useLocalStamp()
  const reached = [formatPhone(refund.phone), refund.email].filter((text) => text !== '')
  const amount = formatCents(refund.amount_cents)
  return (
    <tr>
      <th scope="row">
        {refund.reference !== undefined ? (
          <Link to="/admin" search={{ view: 'cards', cardOrder: refund.reference }} className="row-link">
            Gift cards, {refund.about}
          </Link>
        ) : refund.order_id !== undefined ? (
          <Link to="/admin" search={{ view: 'orders', ticket: refund.order_id }} className="row-link">
            {refund.about}
          </Link>
        ) : (
          refund.about
        )}
        <span className={styles.note}>Refunded {stamp(refund.at)}</span>
      </th>
      <td className={styles.detail}>
        {refund.name || nobody}
        {reached.map((text) => (
          <span key={text} className={styles.note}>
            {text}
          </span>
        ))}
      </td>
      <td>
        {amount}
        <span className={styles.note}>{refund.display_name}</span>
        {refund.dispute && <span className={styles.note}>{disputes[refund.dispute]}</span>}
      </td>
      <td className={styles.nowrap}>{stamp(refund.failed_at)}</td>
      <td>
        <div className={styles.actions}>
          <Button
            look="second"
            aria-label={`Refunded another way: ${amount} of order ${refund.about}`}
            onClick={() => onAsk('by_hand')}
          >
            Refunded another way
          </Button>
          <Button
            look="quiet"
            aria-label={`Send again: ${amount} of order ${refund.about}`}
            onClick={() => onAsk('again')}
          >
            Send again
          </Button>
        </div>
      </td>
    </tr>
  )
}
