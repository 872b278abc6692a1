import { useState } from 'react'
import type { CardActReason } from '#contract/rules/card-acts.ts'
import { isEmail } from '#contract/rules/contact.ts'
import type { StaffCard } from '#contract/schemas/staff-card.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { actOnCard, type CardAct, type CardActKind } from '../card-requests.ts'
import { useAdminChange } from '../use-change.ts'
import styles from './admin.module.css'
import { actNames, consequenceOf, maskOf } from './card-words.ts'
import { whyBody, WhyFields, type WhyTyped } from './why-fields.tsx'

type Props = {
  kind: CardActKind
  card: StaffCard
  onClose: () => void
  /** With the card as it is then. */
  onDone: (after: StaffCard) => void
}

const likely: Readonly<Record<CardActKind, CardActReason>> = {
  hold: 'suspicious',
  release: 'mistake',
  reissue: 'lost',
  void: 'mistake',
}

/** Says what an act on a card will do, asks why, and stays until the restaurant's server has done it. */
export function CardActDialog({ kind, card, onClose, onDone }: Props) {
  const [why, setWhy] = useState<WhyTyped>({ reason: likely[kind], note: '' })
  const [email, setEmail] = useState(card.email ?? '')
  const [tried, setTried] = useState(false)
  const acting = useAdminChange(actOnCard, (answer) => onDone(answer.card))
  const asksEmail = kind === 'reissue' && card.holder === undefined
  const problem = asksEmail && !isEmail(email.trim()) ? 'Please enter a valid email' : undefined
  const send = (): void => {
    setTried(true)
    if (problem === undefined && !acting.busy) acting.submit(actOf(kind, card, whyBody(why), email.trim()))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${actNames[kind]}: gift card ${maskOf(card)}`}
      actions={
        <>
          <Button disabled={acting.busy} onClick={send}>
            {actNames[kind].toUpperCase()}
          </Button>
          <Button look="second" onClick={onClose}>
            CLOSE
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        {acting.error && (
          <Banner
            intoView
            tone="error"
            header="Error"
            messages={explain(acting.error)}
            reference={acting.error.details.requestId}
          />
        )}
        <p>{consequenceOf(kind, card)}</p>
        {asksEmail && (
          <Field
            label="Email of the new card’s holder"
            problem={tried ? (problem ?? acting.problemOf('email')) : undefined}
          >
            {(field) => (
              <TextInput
                {...field}
                name="email"
                type="email"
                autoComplete="off"
                maxLength={254}
                value={email}
                onChange={(event) => {
                  setEmail(event.target.value)
                  acting.edited()
                }}
              />
            )}
          </Field>
        )}
        <WhyFields
          why={why}
          onChange={(changed) => {
            setWhy(changed)
            acting.edited()
          }}
        />
      </div>
    </Dialog>
  )
}

function actOf(
  kind: CardActKind,
  { reference, balance_cents: amount }: StaffCard,
  why: ReturnType<typeof whyBody>,
  email: string,
): CardAct {
  switch (kind) {
    case 'void':
      return { reference, kind, body: { ...why, amount_cents: amount } }
    case 'reissue':
      return { reference, kind, body: { ...why, amount_cents: amount, email } }
    case 'hold':
    case 'release':
      return { reference, kind, body: why }
  }
}
