import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatCents } from '#contract/money.ts'
import { cardActsOf } from '#contract/rules/card-acts.ts'
import { eventPage, type StaffCard } from '#contract/schemas/staff-card.ts'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { Button } from '#lib/ui/button.tsx'
import type { CardActKind } from '../card-requests.ts'
import { useStaffCard } from '../queries.ts'
import { useEndOfList } from '../use-end-of-list.ts'
import { useLocalStamp } from '../use-local-stamp.ts'
import { ReadProblem, RecordsTable } from './admin-states.tsx'
import styles from './admin.module.css'
import { CardActDialog } from './card-act-dialog.tsx'
import {
  actNames,
  adviceOf,
  detailOf,
  doneOf,
  eventOf,
  heldFor,
  maskOf,
  stateOf,
  unsureOf,
} from './card-words.ts'
import { ActBanner, type ActNews } from './act-banner.tsx'
import { OrderRows } from './gift-card-rows.tsx'

/** One gift card: its balance, its history, and what can be done with it. */
export function CardDetail({ reference, onActed }: { reference: string; onActed: () => void }) {
  const [shown, setShown] = useState(eventPage)
  const read = useStaffCard(reference, shown)
  const { answer, failed, busy } = read
  return (
    <>
      <div>
        <Link to="/admin" search={{ view: 'cards' }} className="row-link">
          Find another
        </Link>
      </div>
      <ReadProblem read={read} />
      {!failed && !answer && <Skeleton count={3} shape="row" />}
      {answer && (
        <Card card={answer.card} onActed={onActed}>
          <History card={answer.card} busy={busy} onMore={() => setShown(shown + eventPage)} />
        </Card>
      )}
    </>
  )
}

function Card({ card, onActed, children }: { card: StaffCard; onActed: () => void; children: ReactNode }) {
  const [acting, setActing] = useState<CardActKind>()
  const [news, setNews] = useState<ActNews>()
  return (
    <>
      <ActBanner news={news} />
      <h3>
        Gift card {maskOf(card)}: {formatCents(card.balance_cents)}
      </h3>
      <Facts card={card} />
      <Acts card={card} onAct={setActing} />
      {card.orders.length > 0 && (
        <>
          <h4>Its order</h4>
          <OrderRows caption="Orders of this card" orders={card.orders} />
          {card.more_orders && (
            <p className={styles.note}>
              Only the newest {card.orders.length} are shown. Older ones are found by the number on their
              receipts.
            </p>
          )}
        </>
      )}
      {children}
      {acting && (
        <CardActDialog
          key={acting}
          kind={acting}
          card={card}
          onClose={(isUnsure) => {
            setActing(undefined)
            if (isUnsure) setNews({ isUnsure, text: unsureOf(acting) })
          }}
          onDone={(before, after) => {
            setActing(undefined)
            setNews({ isUnsure: false, text: doneOf(acting, before, after) })
            onActed()
          }}
        />
      )}
    </>
  )
}

function Facts({ card }: { card: StaffCard }) {
  const stamp = useLocalStamp()
  const { holds, holder, email, replaced_by: replacedBy, replaces, expires } = card
  // An expired, empty card can be put on hold, too, because an order may refund money to it.
  const canVoid = cardActsOf({ ...card, is_replaced: replacedBy !== undefined }).void
  return (
    <dl className={styles.facts}>
      <dt>State</dt>
      <dd>
        <strong>{stateOf(card.status)}</strong>
        {holds.map((hold) => (
          <span key={`${hold.cause} ${hold.since}`} className={styles.note}>
            On hold {heldFor(hold)}, since {stamp(hold.since)}
            {canVoid && adviceOf(hold)}
          </span>
        ))}
      </dd>
      <dt>Kind</dt>
      <dd>{card.description}</dd>
      <dt>Account</dt>
      <dd>{holder ? `${holder.name} (${holder.email})` : 'In no account'}</dd>
      {!holder && email !== undefined && (
        <>
          <dt>Sent to</dt>
          <dd>{email}</dd>
        </>
      )}
      {expires !== undefined && (
        <>
          <dt>Expires</dt>
          <dd>{expires}</dd>
        </>
      )}
      {[['New card', replacedBy] as const, ['Replaces', replaces] as const].map(
        ([name, other]) =>
          other && (
            <div key={name} className={styles.pair}>
              <dt>{name}</dt>
              <dd>
                <Link to="/admin" search={{ view: 'cards', card: other.reference }} className="row-link">
                  {maskOf(other)}
                </Link>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** The buttons that the card's state allows. */
function Acts({ card, onAct }: { card: StaffCard; onAct: (kind: CardActKind) => void }) {
  const can = cardActsOf({ ...card, is_replaced: card.replaced_by !== undefined })
  const kinds = (['hold', 'release', 'reissue', 'void'] as const).filter((kind) => can[kind])
  if (kinds.length === 0) return undefined
  return (
    <div className={styles.actions}>
      {kinds.map((kind) => (
        <Button key={kind} look="second" onClick={() => onAct(kind)}>
          {actNames[kind].toUpperCase()}
        </Button>
      ))}
    </div>
  )
}

type HistoryProps = { card: StaffCard; busy: boolean; onMore: () => void }

function History({ card, busy, onMore }: HistoryProps) {
  const stamp = useLocalStamp()
  const { more_events: more = false } = card
  const said = useEndOfList(more)
  return (
    <>
      <h4>History</h4>
      {card.events.length === 0 ? (
        <p className={styles.empty}>No history yet.</p>
      ) : (
        <RecordsTable caption="History of this card" head={['When', 'What', 'Amount']}>
          {card.events.map((event, place) => (
            // Events have nothing unique, and new ones are appended.
            <tr key={place}>
              <td className={styles.nowrap}>{stamp(event.at)}</td>
              <th scope="row">
                {eventOf(event)}
                {detailOf(event) !== '' && <span className={styles.note}>{detailOf(event)}</span>}
              </th>
              <td>{event.amount_cents === undefined ? '' : formatCents(event.amount_cents)}</td>
            </tr>
          ))}
        </RecordsTable>
      )}
      <p ref={said} role="status" tabIndex={-1} className={more ? styles.note : 'visually-hidden'}>
        {more ? `The newest ${card.events.length} are shown. There are more.` : ''}
      </p>
      {more && (
        <div>
          <Button look="second" aria-disabled={busy} onClick={() => !busy && onMore()}>
            {busy ? 'LOADING…' : 'SHOW MORE'}
          </Button>
        </div>
      )}
    </>
  )
}
