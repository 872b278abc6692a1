import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCents } from '#contract/money.ts'
import { findOrderNumber } from '#contract/rules/order-search.ts'
import type { StaffAct, StaffAction } from '#contract/schemas/staff.ts'
import { useActs } from '../queries.ts'
import { useLocalStamp } from '../use-local-stamp.ts'
import { AdminList, RecordsTable } from './admin-states.tsx'
import styles from './admin.module.css'
import { Pager } from './pager.tsx'
import { roleNameOf } from './role-names.ts'

const actions: Readonly<Record<StaffAction, string>> = {
  kitchen_switched_off: 'Put new orders on hold',
  kitchen_switched_on: 'Resumed sending orders to the kitchen',
  order_cancelled: 'Canceled an order',
  order_refunded: 'Refunded part of an order',
  ordering_paused: 'Paused new orders',
  ordering_resumed: 'Resumed new orders',
  dish_sold_out: 'Marked a dish as sold out',
  dish_on_again: 'Marked a dish available',
  card_looked_up: 'Looked up a gift card by its number',
  card_numbers_read: 'Viewed gift card numbers',
  card_held: 'Put a gift card on hold',
  card_released: 'Took a gift card off hold',
  card_voided: 'Voided a gift card',
  card_reissued: 'Re-issued a gift card',
  card_order_refunded: 'Refunded an order for gift cards',
  refund_sent_again: 'Sent a failed refund again',
  refund_paid_by_hand: 'Paid a failed refund another way',
  person_invited: 'Invited a team member',
  role_changed: 'Changed a role',
  passkey_added: 'Added a passkey',
  passkey_removed: 'Removed a passkey',
  app_added: 'Added an authenticator app',
  app_removed: 'Removed an authenticator app',
  recovery_codes_made: 'Generated recovery codes',
  recovery_code_used: 'Used a recovery code',
  second_factors_taken: 'Reset two-step verification',
  tablet_code_made: 'Created a code for a tablet',
  tablet_signed_in: 'Signed in as a tablet',
  tablet_signed_out: 'Signed a tablet out',
}

/** Actions on food orders. */
const ofOrders: readonly string[] = ['order_cancelled', 'order_refunded'] satisfies StaffAction[]

/** An action in words; one from a newer server is shown by its name. */
const wordsOf = (action: string): string =>
  Object.hasOwn(actions, action) ? actions[action as StaffAction] : action

const actorOf = ({ who, role, is_tablet: isTablet }: StaffAct): string => {
  if (role === 'operator') return 'Server operator'
  const as = isTablet ? 'Tablet' : roleNameOf(role)
  return who === '' ? as : `${who} (${as})`
}

/** What an action was about: a link to the gift card, or to the order, found by its number. */
function About({ act: { action, about, card_reference: card } }: { act: StaffAct }) {
  if (card !== undefined)
    return (
      <Link to="/admin" search={{ view: 'cards', card }} className="row-link">
        {about}
      </Link>
    )
  if (!ofOrders.includes(action) || findOrderNumber(about) === undefined) return about
  return (
    <Link to="/admin" search={{ view: 'orders', number: about }} className="row-link">
      {about}
    </Link>
  )
}

/** What was done with money, roles or the kitchen’s switch, newest first. */
export function Acts() {
  const [page, setPage] = useState(1)
  const acts = useActs(page)
  const stamp = useLocalStamp()
  return (
    <section className={styles.stack} aria-labelledby="acts">
      <h2 id="acts">Activity log</h2>
      <AdminList
        read={acts}
        isEmpty={(answer) => answer.acts.length === 0}
        empty="No activity yet. Canceled orders, gift cards, invitations, roles, tablets and the kitchen’s switch appear here."
      >
        {(answer) => (
          <>
            <RecordsTable
              caption="Activity log"
              head={['When', 'What', 'To', 'Amount', 'Who']}
              busy={acts.busy}
            >
              {answer.acts.map((act) => (
                <tr key={act.id}>
                  <td className={styles.nowrap}>{stamp(act.at)}</td>
                  <th scope="row">
                    {wordsOf(act.action)}
                    {act.reason !== undefined && <span className={styles.note}>{act.reason}</span>}
                  </th>
                  <td>
                    <About act={act} />
                  </td>
                  <td>{act.amount_cents === undefined ? '' : formatCents(act.amount_cents)}</td>
                  <td>{actorOf(act)}</td>
                </tr>
              ))}
            </RecordsTable>
            {answer.pages > 1 && (
              <Pager
                page={page}
                pages={answer.pages}
                where={`Page ${answer.page} of ${answer.pages}`}
                words={['NEWER', 'OLDER']}
                onPage={setPage}
              />
            )}
          </>
        )}
      </AdminList>
    </section>
  )
}
