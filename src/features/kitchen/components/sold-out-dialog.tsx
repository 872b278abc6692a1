import { useDeferredValue, useState } from 'react'
import { listNow, type SoldOutLength, soldOutLengthNames, soldOutLengths } from '#contract/rules/sold-out.ts'
import type { SoldOutBody } from '#contract/schemas/kitchen.ts'
import type { SoldOut } from '#contract/schemas/location.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Skeleton, Unreachable } from '#lib/paint/screen-states.tsx'
import { useBook } from '#lib/query/menu-book.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { type Dish, type DishGroup, groupsOf, searchGroups } from '../dishes.ts'
import { useClockText } from '../use-clock-text.ts'
import styles from './sold-out-dialog.module.css'

type Props = {
  soldOut: readonly SoldOut[]
  /** The press that waits for its answer. */
  sending: SoldOutBody | undefined
  error: AppError | undefined
  onClose: () => void
  onPress: (body: SoldOutBody) => void
}

/** Every dish of the menus with a switch: what has run out is switched off for the day, or for longer. What is off stands first. */
export function SoldOutDialog({ soldOut, sending, error, onClose, onPress }: Props) {
  const [length, setLength] = useState<SoldOutLength>('day')
  const [text, setText] = useState('')
  const looked = useDeferredValue(text)
  const now = useNow()
  const { book, failed, retry } = useBook('order')
  const off = new Map(listNow(soldOut, now ?? 0).map((one) => [one.item_id, one]))
  // As it was opened: a row that is pressed stays under the finger, and keeps the focus.
  const [first] = useState(() => new Set(off.keys()))
  const groups = book ? groupsOf(book) : []
  const found = searchGroups(groups, looked)
  const row = (dish: Dish, where?: string) => (
    <DishSwitch
      key={dish.id}
      dish={dish}
      soldOut={off.get(dish.id)}
      sending={sending?.item_id === dish.id}
      busy={sending !== undefined}
      where={where}
      onPress={(isOff) => onPress({ item_id: dish.id, length: isOff ? length : 'none' })}
    />
  )
  const all = [...new Map(groups.flatMap(({ dishes }) => dishes.map((dish) => [dish.id, dish]))).values()]
  return (
    <Dialog
      open
      onClose={onClose}
      title="Sold out"
      actions={
        <Button look="second" onClick={onClose}>
          CLOSE
        </Button>
      }
    >
      <div className={styles.choice}>
        {error && <Refused error={error} />}
        <p>Guests see it on the menu and cannot order it. What is paid for stays.</p>
        <Lengths length={length} onChange={setLength} />
        <Field label="Find a dish">
          {(field) => (
            <TextInput
              {...field}
              type="search"
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <p className={styles.said} role="status">
          {saidOf({ sending, all, off, found, text: looked })}
        </p>
        {!book && failed && <Unreachable failed={failed} what="The menu" onRetry={retry} />}
        {!book && !failed && <Skeleton count={3} shape="row" />}
        {book && all.length === 0 && <p>There are no dishes to order.</p>}
        {first.size > 0 && book && looked.trim() === '' && (
          <Group title="Sold out before">
            {all.filter(({ id }) => first.has(id)).map((dish) => row(dish, dish.where))}
          </Group>
        )}
        {found.map((group) => (
          <Group key={group.title} title={group.title}>
            {group.dishes.map((dish) => row(dish))}
          </Group>
        ))}
      </div>
    </Dialog>
  )
}

function Refused({ error }: { error: AppError }) {
  const offline = error.kind === 'offline'
  return (
    <Banner
      intoView
      tone="error"
      header={offline ? 'Not sent' : 'Error'}
      messages={
        offline
          ? ['There is no connection, so this cannot be sent now. Nothing has changed. Please try again.']
          : explain(error)
      }
      reference={error.details.requestId}
    />
  )
}

function Lengths({ length, onChange }: { length: SoldOutLength; onChange: (length: SoldOutLength) => void }) {
  return (
    <fieldset className={styles.lengths}>
      <legend>What you switch off now is sold out</legend>
      {soldOutLengths.map((one) => (
        <label key={one} className={styles.check}>
          <input
            type="radio"
            name="length"
            value={one}
            checked={length === one}
            onChange={() => onChange(one)}
          />
          {soldOutLengthNames[one]}
        </label>
      ))}
    </fieldset>
  )
}

const Group = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section aria-label={title} className={styles.group}>
    <h3>{title}</h3>
    <ul>{children}</ul>
  </section>
)

function DishSwitch({
  dish: { name },
  where,
  soldOut,
  sending,
  busy,
  onPress,
}: {
  dish: Dish
  /** On which menu, where that is not said above it. */
  where: string | undefined
  soldOut: SoldOut | undefined
  sending: boolean
  busy: boolean
  onPress: (isOff: boolean) => void
}) {
  const clockText = useClockText()
  const note = sending
    ? 'Being sent…'
    : soldOut &&
      (soldOut.until === undefined
        ? 'Until turned on again'
        : `Until ${clockText(Date.parse(soldOut.until))}`)
  return (
    <li>
      <label className={styles.dish}>
        <span>
          {name}
          {(where ?? note) && (
            <span className={styles.note}>{[where, note].filter(Boolean).join(' · ')}</span>
          )}
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-label={`${name} is sold out`}
          checked={soldOut !== undefined}
          aria-disabled={busy}
          onChange={(event) => busy || onPress(event.target.checked)}
        />
      </label>
    </li>
  )
}

/** What is to be said aloud: what is being sent, else how many are off, or were found. */
function saidOf({
  sending,
  all,
  off,
  found,
  text,
}: {
  sending: SoldOutBody | undefined
  all: readonly Dish[]
  off: ReadonlyMap<string, SoldOut>
  found: readonly DishGroup[]
  text: string
}): string {
  if (sending) {
    const name = all.find(({ id }) => id === sending.item_id)?.name ?? ''
    return `${name}: being sent. Please wait for the answer.`
  }
  if (text.trim() === '') return off.size === 0 ? 'Nothing is sold out.' : `${off.size} sold out.`
  const count = found.reduce((sum, { dishes }) => sum + dishes.length, 0)
  if (count === 0) return `No dish found for “${text.trim()}”.`
  return count === 1 ? '1 dish found.' : `${count} dishes found.`
}
