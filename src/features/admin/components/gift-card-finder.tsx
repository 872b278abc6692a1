import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { findCardNumber, invalidCardNumber } from '#contract/rules/card.ts'
import { isLenientEmail } from '#contract/rules/contact.ts'
import { isPhone } from '#contract/rules/phone.ts'
import { textFields } from '#contract/rules/fields.ts'
import type { FindCardsBody } from '#contract/schemas/staff-card.ts'
import { Button } from '#lib/ui/button.tsx'
import { Field, Select, TextInput } from '#lib/ui/field.tsx'
import { RefusedBanner } from '#shared/staff/refused-banner.tsx'
import { findCards } from '../card-requests.ts'
import { useAdminChange } from '../use-change.ts'
import styles from './admin.module.css'
import { type FoundCards, FoundList } from './found-cards.tsx'

const searchLabels = { number: 'Card number', email: 'Email', phone: 'Phone', order: 'Order' } as const
type SearchBy = keyof typeof searchLabels
/** Searches by what is known about a person. */
const people = {
  email: { label: 'Email of the buyer, the recipient or the account', type: 'email' },
  phone: { label: 'Phone of the recipient or the account', type: 'tel' },
} as const
type Typed = Record<SearchBy | 'lastFour', string>

const nothing: Typed = { number: '', email: '', phone: '', lastFour: '', order: '' }

/** What is wrong with the input; undefined if it can be searched. */
function problemOf(searchBy: SearchBy, { number, email, phone, lastFour, order }: Typed): string | undefined {
  switch (searchBy) {
    case 'number':
      return findCardNumber(number) === undefined ? invalidCardNumber : undefined
    case 'email':
      if (!isLenientEmail(email.trim())) return 'Please enter a valid email'
      return lastFourProblem(lastFour)
    case 'phone':
      return isPhone(phone) ? lastFourProblem(lastFour) : 'Please enter a valid phone number'
    case 'order':
      return order.trim() === '' ? 'Please enter the order’s number, or its link' : undefined
  }
}

const lastFourProblem = (lastFour: string): string | undefined =>
  lastFour === '' || /^\d{4}$/.test(lastFour) ? undefined : 'Please enter four digits, or leave blank'

function bodyOf(searchBy: SearchBy, { number, email, phone, lastFour, order }: Typed): FindCardsBody {
  switch (searchBy) {
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

/** Finds gift cards and their orders. A number that matches one card opens it, because somebody with a scanner has no hand free. */
export function CardFinder() {
  const navigate = useNavigate()
  const [searchBy, setSearchBy] = useState<SearchBy>('number')
  const [typed, setTyped] = useState(nothing)
  const [tried, setTried] = useState(false)
  // The results stay while more are loading.
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
  const problem = tried ? problemOf(searchBy, typed) : undefined
  const type = (part: Partial<Typed>): void => {
    setTyped({ ...typed, ...part })
    edited()
  }
  return (
    <>
      {finding.error && <RefusedBanner error={finding.error} />}
      <form
        className={styles.search}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (problemOf(searchBy, typed) !== undefined || finding.busy) return
          setFound(undefined)
          finding.submit(bodyOf(searchBy, typed))
        }}
      >
        <Field label="Search by">
          {(field) => (
            <Select
              {...field}
              name="find-by"
              value={searchBy}
              onChange={(event) => {
                setSearchBy(event.target.value as SearchBy)
                setTried(false)
                edited()
              }}
            >
              {Object.entries(searchLabels).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Inputs searchBy={searchBy} typed={typed} problem={problem} onType={type} />
        <Button type="submit" look="second" busy={finding.busy}>
          {finding.busy ? 'SEARCHING…' : 'FIND'}
        </Button>
      </form>
      {found && <FoundList found={found} busy={finding.busy} onAsk={finding.submit} />}
    </>
  )
}

type InputsProps = {
  searchBy: SearchBy
  typed: Typed
  problem: string | undefined
  onType: (part: Partial<Typed>) => void
}

function Inputs({ searchBy, typed, problem, onType }: InputsProps) {
  if (searchBy === 'number')
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
  if (searchBy === 'order')
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
  const { label, type } = people[searchBy]
  return (
    <>
      <Field label={label} problem={problem}>
        {(field) => (
          <TextInput
            {...field}
            name={`card-${searchBy}`}
            type={type}
            autoComplete="off"
            maxLength={textFields[searchBy].maxLength}
            value={typed[searchBy]}
            onChange={(event) => onType({ [searchBy]: event.target.value })}
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
