import { useState } from 'react'
import { type CardActReason, takenOf } from '#contract/rules/card-acts.ts'
import { isEmail } from '#contract/rules/contact.ts'
import { formatCents } from '#contract/money.ts'
import type { StaffCard } from '#contract/schemas/staff-card.ts'
import { fieldMessage } from '#lib/errors/field-refusal.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { useSingleAct } from '#lib/second-factor/use-single-act.ts'
import { PendingAct } from '#shared/staff/pending-act.tsx'
import { reasonBody, ReasonFields, type TypedReason } from '#shared/staff/reason-fields.tsx'
import { useClosing, useDialogInput } from '#lib/query/use-dialog-input.ts'
import { RefusedBanner } from '#shared/staff/refused-banner.tsx'
import { actOnCard, type CardAct, type CardActKind } from '../card-requests.ts'
import styles from './admin.module.css'
import { actNames, cardReasons, consequenceOf, pendingWords, maskOf, stateOf } from './card-words.ts'

type Props = {
  kind: CardActKind
  card: StaffCard
  /** True if it is unknown whether the action was done. */
  onClose: (isUnsure: boolean) => void
  /** Gets the card before and after. */
  onDone: (before: StaffCard, after: StaffCard) => void
}

const likely: Readonly<Record<CardActKind, CardActReason>> = {
  hold: 'suspicious',
  release: 'mistake',
  reissue: 'lost',
  void: 'mistake',
}

/**
 * Tells what an action on a card will do, asks why, and stays open until the server has done it. While its outcome is unknown, only the same action can be sent
 * again: the card may have changed.
 */
export function CardActDialog({ kind, card, onClose, onDone }: Props) {
  const input = useDialogInput<{ why: TypedReason<CardActReason>; email: string }>(
    'card-act',
    kind,
    card.reference,
  )
  const [why, setWhy] = useState(input.kept?.why ?? { reason: likely[kind], note: '' })
  const [email, setEmail] = useState(input.kept?.email ?? card.email ?? '')
  const [tried, setTried] = useState(false)
  const acting = useSingleAct(
    (services, { act }: { act: CardAct; card: StaffCard }, key) => actOnCard(services, act, key),
    (answer, sent) => onDone(sent.card, answer.card),
  )
  const { held, isUnsure } = acting
  const asksEmail = kind === 'reissue' && card.holder === undefined
  const problem = asksEmail && !isEmail(email.trim()) ? 'Please enter a valid email' : undefined
  const send = (): void => {
    setTried(true)
    if (isUnsure) acting.again()
    else if (problem === undefined) {
      input.noteSent()
      acting.send({ act: actOf(kind, card, reasonBody(why), email.trim()), card })
    }
  }
  const { dismiss, close } = useClosing(input, {
    typed: isUnsure ? undefined : { why, email },
    error: acting.error,
    sending: acting.sending,
    onClose: () => onClose(isUnsure),
  })
  return (
    <Dialog
      open
      onClose={dismiss}
      title={`${actNames[kind]}: gift card ${maskOf(card)}`}
      actions={
        <>
          <Button aria-disabled={acting.sending} aria-busy={acting.sending} onClick={send}>
            {acting.sending ? 'SENDING…' : isUnsure ? 'TRY AGAIN' : actNames[kind].toUpperCase()}
          </Button>
          <Button look="second" aria-disabled={acting.sending} onClick={close}>
            CLOSE
          </Button>
        </>
      }
    >
      {held ? (
        <PendingAct
          what={`${actNames[kind]}. ${consequenceOf(kind, held.card)} ${emailOf(held)}`}
          words={pendingWords}
          act={acting}
        >
          <p>
            The card now: {stateOf(card.status)}, {formatCents(card.balance_cents)}.
          </p>
        </PendingAct>
      ) : (
        <div className={styles.stack}>
          {acting.error && <RefusedBanner error={acting.error} />}
          <p>{consequenceOf(kind, card)}</p>
          {asksEmail && (
            <Field
              label="Email of the new card’s holder"
              problem={tried ? (problem ?? fieldMessage(acting.error, 'email')) : undefined}
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
          <ReasonFields
            reasons={cardReasons()}
            why={why}
            onChange={(changed) => {
              setWhy(changed)
              acting.edited()
            }}
          />
        </div>
      )}
    </Dialog>
  )
}

const emailOf = ({ act, card }: { act: CardAct; card: StaffCard }): string =>
  act.kind === 'reissue' && card.holder === undefined ? `(${act.body.email})` : ''

function actOf(
  kind: CardActKind,
  { reference, balance_cents: amount, holds }: StaffCard,
  why: ReturnType<typeof reasonBody<CardActReason>>,
  email: string,
): CardAct {
  switch (kind) {
    case 'void':
      return { reference, kind, body: { ...why, amount_cents: amount } }
    case 'reissue':
      return { reference, kind, body: { ...why, amount_cents: amount, email } }
    case 'release': {
      const taken = takenOf(holds)
      return { reference, kind, body: { ...why, ...(taken > 0 && { taken_cents: taken }) } }
    }
    case 'hold':
      return { reference, kind, body: why }
  }
}
