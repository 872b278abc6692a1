import { memo, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { listNow, type SoldOutLength, soldOutLengthNames, soldOutLengths } from '#contract/rules/sold-out.ts'
import type { SoldOut } from '#contract/schemas/location.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Skeleton, Unreachable } from '#lib/paint/screen-states.tsx'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { type Dish, type DishGroup, searchGroups } from '../dishes.ts'
import { useDishes } from '../queries.ts'
import { useClockText } from '../use-clock-text.ts'
import { useNow } from '#lib/time/use-now.ts'
import type { SoldOutPress, SoldOutPresses } from '../use-sold-out-presses.ts'
import { LengthChoice } from './length-choice.tsx'
import styles from './sold-out-dialog.module.css'

type Props = {
  soldOut: readonly SoldOut[]
  presses: SoldOutPresses
  onClose: () => void
  onPress: (press: SoldOutPress) => void
}

/** Every dish of the menus with a switch, which marks it as sold out for the day or for longer. Sold-out dishes come first. */
export function SoldOutDialog({ soldOut, presses, onClose, onPress }: Props) {
  const [length, setLength] = useState<SoldOutLength>('day')
  const [text, setText] = useState('')
  const looked = useDeferredValue(text)
  const now = useNow()
  const { groups, all, failed, retry } = useDishes()
  const off = new Map(listNow(soldOut, now ?? 0).map((one) => [one.item_id, one]))
  // As of opening: a pressed row stays under the finger and keeps the focus.
  const [first] = useState(() => new Set(off.keys()))
  const found = useMemo(() => searchGroups(groups ?? [], looked), [groups, looked])
  const stateOf = useStateOf(off, presses)
  // If only the answer was lost, the kitchen's newer state shows that the press was done.
  const unmet = (presses.failed?.presses ?? []).filter(
    ({ body }) => off.has(body.item_id) !== (body.length !== 'none'),
  )
  const pressDish = useCallback(
    ({ id, name }: Dish, isOff: boolean) =>
      onPress({ name, body: { item_id: id, length: isOff ? length : 'none' } }),
    [onPress, length],
  )
  const row = (dish: Dish, where?: string) => (
    <DishSwitch key={dish.id} dish={dish} where={where} {...stateOf(dish.id)} onPress={pressDish} />
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title="Sold out"
      actions={
        <Button look="second" aria-disabled={presses.going !== undefined} onClick={onClose}>
          CLOSE
        </Button>
      }
    >
      <div className={styles.choice}>
        {unmet.length > 0 && <Refused error={presses.failed!.error} presses={unmet} />}
        <p>Guests see it on the menu but can’t order it. Orders already paid for aren’t affected.</p>
        <LengthChoice
          legend="Mark as sold out"
          names={soldOutLengthNames}
          lengths={soldOutLengths}
          value={length}
          onChange={setLength}
          isInRow
        />
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
          {announcementOf({ presses, off, found, text: looked })}
        </p>
        {!groups && failed && <Unreachable failed={failed} what="The menu" onRetry={retry} />}
        {!groups && !failed && <Skeleton count={3} shape="row" />}
        {groups && all.length === 0 && <p>There are no dishes to order.</p>}
        {first.size > 0 && groups && looked.trim() === '' && (
          <Group title="Recently sold out">
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

type DishState = { isOff: boolean; note: string | undefined }

/** Returns the state of a dish's switch, and why: as pressed while that is being sent, otherwise as the kitchen has it. */
function useStateOf(
  off: ReadonlyMap<string, SoldOut>,
  { going, waiting }: SoldOutPresses,
): (id: string) => DishState {
  const clockText = useClockText()
  const wishes = new Map(waiting.map(({ body }) => [body.item_id, body.length]))
  return (id) => {
    const wish = wishes.get(id) ?? (going?.body.item_id === id ? going.body.length : undefined)
    if (wish !== undefined) return { isOff: wish !== 'none', note: wishes.has(id) ? 'Pending…' : 'Sending…' }
    const soldOut = off.get(id)
    if (!soldOut) return { isOff: false, note: undefined }
    const { until } = soldOut
    return {
      isOff: true,
      note: until === undefined ? 'Until turned on again' : `Until ${clockText(Date.parse(until))}`,
    }
  }
}

function Refused({ error, presses }: NonNullable<SoldOutPresses['failed']>) {
  const [name, ...others] = presses.map((press) => press.name)
  const { mayBeDone } = error.details
  return (
    <Banner
      intoView
      tone="error"
      header={`${mayBeDone ? 'Not confirmed' : 'Error'}: ${name}`}
      messages={[
        ...(mayBeDone
          ? [
              'There was no answer. The switches below show what is sold out as soon as there is a connection: press again only if this one is wrong then.',
            ]
          : explain(error)),
        ...(others.length > 0 ? [`Not sent, so press again: ${others.join(', ')}.`] : []),
      ]}
      reference={error.details.requestId}
    />
  )
}

const Group = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section aria-label={title} className={styles.group}>
    <h3>{title}</h3>
    <ul>{children}</ul>
  </section>
)

/** Memoized: there may be a thousand of them. */
const DishSwitch = memo(function DishSwitch({
  dish,
  where,
  isOff,
  note,
  onPress,
}: DishState & {
  dish: Dish
  /** The dish's menu, if no heading above says it. */
  where: string | undefined
  onPress: (dish: Dish, isOff: boolean) => void
}) {
  return (
    <li>
      <label className={styles.dish}>
        <span>
          {dish.name}
          {(where ?? note) && (
            <span className={styles.note}>{[where, note].filter(Boolean).join(' · ')}</span>
          )}
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-label={`${dish.name} is sold out`}
          checked={isOff}
          onChange={(event) => onPress(dish, event.target.checked)}
        />
      </label>
    </li>
  )
})

/** The text to announce: what is being sent, otherwise how many are off or were found. */
function announcementOf({
  presses: { going, waiting },
  off,
  found,
  text,
}: {
  presses: SoldOutPresses
  off: ReadonlyMap<string, SoldOut>
  found: readonly DishGroup[]
  text: string
}): string {
  if (going) {
    const more = waiting.length > 0 ? `, and ${waiting.length} more` : ''
    return `${going.name}: sending${more}…`
  }
  if (text.trim() === '') return off.size === 0 ? 'Nothing is sold out.' : `${off.size} sold out.`
  const count = found.reduce((sum, { dishes }) => sum + dishes.length, 0)
  if (count === 0) return `No dish found for “${text.trim()}”.`
  return count === 1 ? '1 dish found.' : `${count} dishes found.`
}
