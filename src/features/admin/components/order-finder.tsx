import { useState } from 'react'
import { findOrderSearch } from '#contract/rules/order-search.ts'
import { Button } from '#lib/ui/button.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { type OrderSearched, useFoundOrders } from '../order-queries.ts'
import type { OrderList } from '../screens/admin-search.ts'
import styles from './admin.module.css'
import { SearchField } from './search-field.tsx'
import { FoundOrders } from './found-orders.tsx'

type Props = {
  days: { today: string; yesterday: string }
  searched: OrderSearched
  list: OrderList
  onSearch: (searched: OrderSearched) => void
}

const notFindable = 'Please enter an order’s number, a phone number with its area code, or an email'

/** Finds orders by what a guest has at hand when they call, or by day. */
export function OrderFinder({ days, searched, list, onSearch }: Props) {
  const found = useFoundOrders(searched.asked)
  const search = (next: OrderSearched): void => {
    // Repeating the same search reads again: new orders may have come in.
    if (JSON.stringify(next.asked) === JSON.stringify(searched.asked)) found.again()
    onSearch(next)
  }
  return (
    <>
      <div className={styles.finders}>
        <OrderSearchForm typed={searched.typed} onSearch={search} />
        <ByDay days={days} day={searched.asked.day} onDay={(day) => search({ typed: '', asked: { day } })} />
      </div>
      <FoundOrders asked={searched.asked} days={days} found={found} list={list} />
    </>
  )
}

/** A field's text: the current search, until something else is typed. */
function useTyped(shown: string): [typed: string, setTyped: (typed: string) => void] {
  const [typed, setTyped] = useState(shown)
  const [before, setBefore] = useState(shown)
  if (before !== shown) {
    setBefore(shown)
    setTyped(shown)
  }
  return [typed, setTyped]
}

function OrderSearchForm({ typed: before, onSearch }: { typed: string; onSearch: Props['onSearch'] }) {
  const [typed, setTyped] = useTyped(before)
  const [tried, setTried] = useState(false)
  const asked = findOrderSearch(typed)
  return (
    <form
      className={`${styles.search} ${styles.clue}`}
      role="search"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(asked === undefined)
        if (asked) onSearch({ typed, asked })
      }}
    >
      <SearchField
        label="Order number, phone or email"
        name="order-search"
        maxLength={254}
        problem={tried && !asked ? notFindable : undefined}
        value={typed}
        onType={setTyped}
      />
      <Button type="submit" look="second">
        FIND
      </Button>
    </form>
  )
}

function ByDay(props: { days: Props['days']; day: string | undefined; onDay: (day: string) => void }) {
  const { days, day, onDay } = props
  const [chosen, setChosen] = useTyped(day ?? '')
  const [tried, setTried] = useState(false)
  const quick = (label: string, of: string) => (
    <Button look={day === of ? 'solid' : 'second'} aria-pressed={day === of} onClick={() => onDay(of)}>
      {label}
    </Button>
  )
  return (
    <form
      className={styles.search}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(chosen === '')
        if (chosen !== '') onDay(chosen)
      }}
    >
      <Field label="Day" problem={tried && chosen === '' ? 'Please choose a day' : undefined}>
        {(field) => (
          <TextInput
            {...field}
            name="order-day"
            type="date"
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="second">
        SHOW DAY
      </Button>
      {quick('TODAY', days.today)}
      {quick('YESTERDAY', days.yesterday)}
    </form>
  )
}
