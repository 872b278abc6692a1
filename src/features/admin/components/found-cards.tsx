import {
  type FindCardsBody,
  type FoundCardsAnswer,
  foundPage,
  maxFoundCards,
} from '#contract/schemas/staff-card.ts'
import { Button } from '#lib/ui/button.tsx'
import { useEndOfList } from '../use-end-of-list.ts'
import styles from './admin.module.css'
import { CardRows, OrderRows } from './gift-card-rows.tsx'

/** The result of a search, and the search. */
export type FoundCards = { asked: FindCardsBody; answer: FoundCardsAnswer }

const countOf = ({ length }: readonly unknown[], what: string): string =>
  `${length} ${what}${length === 1 ? '' : 's'}`

/** The cards and orders found, newest first, with a button for more. */
export function FoundList({
  found: { asked, answer },
  busy,
  onAsk,
}: {
  found: FoundCards
  busy: boolean
  onAsk: (body: FindCardsBody) => void
}) {
  const { cards, orders, more = false } = answer
  const said = useEndOfList(more)
  if (cards.length + orders.length === 0)
    return (
      <p className={styles.empty} role="status">
        Nothing found. Please check what you typed, or search another way.
      </p>
    )
  const { show = foundPage } = asked
  const counted = `${countOf(cards, 'card')} and ${countOf(orders, 'order')}`
  return (
    <>
      <p ref={said} role="status" tabIndex={-1} className={more ? styles.note : 'visually-hidden'}>
        {more ? `The newest ${counted} are shown. There are more.` : `${counted} were found.`}
      </p>
      {cards.length > 0 && <CardRows caption="Cards" cards={cards} />}
      {orders.length > 0 && <OrderRows caption="Orders" orders={orders} />}
      {more && show < maxFoundCards && (
        <div>
          <Button
            look="second"
            aria-disabled={busy}
            onClick={() => {
              if (!busy) onAsk({ ...asked, show: Math.min(show + foundPage, maxFoundCards) })
            }}
          >
            {busy ? 'SEARCHING…' : 'SHOW MORE'}
          </Button>
        </div>
      )}
      {more && show >= maxFoundCards && (
        <p className={styles.note}>
          Too many results. Please search by the last four digits, or by the number of the order.
        </p>
      )}
    </>
  )
}
