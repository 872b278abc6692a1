import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { findCardNumber, invalidCardNumber } from '#contract/rules/card.ts'
import { isLenientEmail } from '#contract/rules/contact.ts'
import { phoneDigits } from '#contract/rules/phone.ts'
import { textFields } from '#contract/rules/fields.ts'
import type { FindCardsBody } from '#contract/schemas/staff-card.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Button } from '#lib/ui/button.tsx'
import { Field, Select, TextInput } from '#lib/ui/field.tsx'
import { findCards } from '../card-requests.ts'
import { useAdminChange } from '../use-change.ts'
import styles from './admin.module.css'
import { type FoundCards, FoundList } from './found-cards.tsx'

const ways = { number: 'Card number', email: 'Email', phone: 'Phone', order: 'Order' } as const
type Way = keyof typeof ways
/** Whose cards are found by what is known of them. */
const people = {
  email: { label: 'Email of the buyer, the recipient or the account', type: 'email' },
  phone: { label: 'Phone of the recipient or the account', type: 'tel' },
} as const
type Typed = Record<Way | 'lastFour', string>

const nothing: Typed = { number: '', email: '', phone: '', lastFour: '', order: '' }

/** What is wrong with what was typed; undefined where it can be looked for. */
function problemOf(way: Way, { number, email, phone, lastFour, order }: Typed): string | undefined {
  switch (way) {
    case 'number':
      return findCardNumber(number) === undefined ? invalidCardNumber : undefined
    case 'email':
      if (!isLenientEmail(email.trim())) return 'Please enter a valid email'
      return lastFourProblem(lastFour)
    case 'phone':
      return phoneDigits(phone).length === 10
        ? lastFourProblem(lastFour)
        : 'Please enter a valid phone number'
    case 'order':
      return order.trim() === '' ? 'Please enter the order’s number, or its link' : undefined
  }
}

const lastFourProblem = (lastFour: string): string | undefined =>
  lastFour === '' || /^\d{4}$/.test(lastFour) ? undefined : 'Please enter four digits, or leave blank'

function bodyOf(way: Way, { number, email, phone, lastFour, order }: Typed): FindCardsBody {
  switch (way) {
    case 'number':
      return { card_number: number.trim() }
    case 'email':
      return { email: email.trim(), ...(lastFour !== '' && { last_four: lastFour }) }
    case 'phone':
      return { phone: phone.trim(), ...(lastFour !== '' && { last_four: lastFour }) }
    case 'order':
      return { order_id: order.trim() }
  }
}

/** Finds gift cards and their orders. A number that leads to one card opens it: whoever scans has both hands full. */
export function CardFinder() {
  const navigate = useNavigate()
  const [way, setWay] = useState<Way>('number')
  const [typed, setTyped] = useState(nothing)
  const [tried, setTried] = useState(false)
  // What was found stays while more of it is asked for.
  const [found, setFound] = useState<FoundCards>()
  const finding = useAdminChange(
    async (services, asked: FindCardsBody, key): Promise<FoundCards> => ({
      asked,
      answer: await findCards(services, asked, key),
    }),
    (next) => {
      setFound(next)
      const { cards, orders } = next.answer
      const [only] = cards
      if (only && cards.length === 1 && orders.length === 0)
        void navigate({ to: '/admin', search: { view: 'cards', card: only.reference } })
    },
  )
  const edited = (): void => {
    setFound(undefined)
    finding.edited()
  }
  const problem = tried ? problemOf(way, typed) : undefined
  const type = (part: Partial<Typed>): void => {
    setTyped({ ...typed, ...part })
    edited()
  }
  return (
    <>
      {finding.error && (
        <Banner
          intoView
          tone="error"
          header="Error"
          messages={explain(finding.error)}
          reference={finding.error.details.requestId}
        />
      )}
      <form
        className={styles.search}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (problemOf(way, typed) !== undefined || finding.busy) return
          setFound(undefined)
          finding.submit(bodyOf(way, typed))
        }}
      >
        <Field label="Search by">
          {(field) => (
            <Select
              {...field}
              name="find-by"
              value={way}
              onChange={(event) => {
                setWay(event.target.value as Way)
                setTried(false)
                edited()
              }}
            >
              {Object.entries(ways).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Inputs way={way} typed={typed} problem={problem} onType={type} />
        <Button type="submit" look="second" disabled={finding.busy}>
          {finding.busy ? 'SEARCHING…' : 'FIND'}
        </Button>
      </form>
      {found && <FoundList found={found} busy={finding.busy} onAsk={finding.submit} />}
    </>
  )
}

type InputsProps = {
  way: Way
  typed: Typed
  problem: string | undefined
  onType: (part: Partial<Typed>) => void
}

function Inputs({ way, typed, problem, onType }: InputsProps) {
  if (way === 'number')
    return (
      <Field label="Card number" hint="Type it, or scan the barcode." problem={problem}>
        {(field) => (
          <TextInput
            {...field}
            name="card-number"
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
            value={typed.number}
            onChange={(event) => onType({ number: event.target.value })}
          />
        )}
      </Field>
    )
  if (way === 'order')
    return (
      <Field
        label="Order’s number or link"
        hint="The number on its receipt, or the link to its page."
        problem={problem}
      >
        {(field) => (
          <TextInput
            {...field}
            name="card-order"
            autoComplete="off"
            maxLength={400}
            value={typed.order}
            onChange={(event) => onType({ order: event.target.value })}
          />
        )}
      </Field>
    )
  const { label, type } = people[way]
  return (
    <>
      <Field label={label} problem={problem}>
        {(field) => (
          <TextInput
            {...field}
            name={`card-${way}`}
            type={type}
            autoComplete="off"
            maxLength={textFields[way].maxLength}
            value={typed[way]}
            onChange={(event) => onType({ [way]: event.target.value })}
          />
        )}
      </Field>
      <Field label="Last four digits" optional>
        {(field) => (
          <TextInput
            {...field}
            name="last-four"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={typed.lastFour}
            onChange={(event) => onType({ lastFour: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
