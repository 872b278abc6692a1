import { useState } from 'react'
import {
  type PauseLength,
  pauseLengthNames,
  pauseLengths,
  type PauseReason,
  pauseReasonNames,
  pauseReasons,
} from '#contract/rules/order-pause.ts'
import type { KitchenPause, OrderPauseBody } from '#contract/schemas/kitchen.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { serverTime } from '#lib/ports/server-clock.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { Field, Select } from '#lib/ui/field.tsx'
import { useClosing, useDialogInput } from '#lib/query/use-dialog-input.ts'
import { RefusedBanner } from '#shared/staff/refused-banner.tsx'
import styles from './kitchen.module.css'
import { LengthChoice } from './length-choice.tsx'

type Props = {
  /** The current pause, if any: it is restarted from now, and its settings are the defaults. */
  pause: KitchenPause | undefined
  sending: boolean
  error: AppError | undefined
  onClose: () => void
  onPause: (body: OrderPauseBody) => void
}

type Chosen = { length: PauseLength; reason: PauseReason | undefined; tellsGuests: boolean }

/** Asks how long to pause new orders, why, and whether guests are told. Stays open until it is answered. */
export function PauseDialog({ pause, sending, error, onClose, onPause }: Props) {
  const input = useDialogInput<Chosen>('pause', pause)
  const { kept } = input
  const [length, setLength] = useState(() => kept?.length ?? lengthOf(pause, serverTime(Date.now())))
  const [reason, setReason] = useState(kept ? kept.reason : pause?.reason)
  const [tellsGuests, setTellsGuests] = useState(
    kept?.tellsGuests ?? (pause?.reason === undefined || pause.tells_reason),
  )
  const send = (): void => {
    input.noteSent()
    onPause({ length, ...(reason !== undefined && { reason, tells_reason: tellsGuests }) })
  }
  const { dismiss, close } = useClosing(input, {
    typed: { length, reason, tellsGuests },
    error,
    sending,
    onClose,
  })
  const actions = (
    <>
      <Button aria-disabled={sending} aria-busy={sending} onClick={send}>
        {sending ? 'SENDING…' : 'PAUSE NEW ORDERS'}
      </Button>
      <Button look="second" aria-disabled={sending} onClick={close}>
        CLOSE
      </Button>
    </>
  )
  return (
    <Dialog open onClose={dismiss} title="Pause new orders" actions={actions}>
      <div className={styles.choice}>
        {error && <RefusedBanner error={error} />}
        <p>ASAP ordering stops. Paid orders and gift cards aren’t affected.</p>
        <LengthChoice
          legend="For how long?"
          names={pauseLengthNames}
          lengths={pauseLengths}
          value={length}
          onChange={setLength}
        />
        <Field label="Why" optional>
          {(field) => (
            <Select
              {...field}
              value={reason ?? ''}
              onChange={({ target }) => setReason(pauseReasons.find((one) => one === target.value))}
            >
              <option value="">No reason</option>
              {pauseReasons.map((one) => (
                <option key={one} value={one}>
                  {pauseReasonNames[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {reason !== undefined && (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={tellsGuests}
              onChange={({ target }) => setTellsGuests(target.checked)}
            />
            Show guests the reason
          </label>
        )}
        {sending && <p role="status">Sending…</p>}
      </div>
    </Dialog>
  )
}

/** The preselected length: for a current pause, the shortest one that does not end before it. */
function lengthOf(pause: KitchenPause | undefined, nowMs: number): PauseLength {
  if (!pause) return '30'
  if (pause.rest_of_day) return 'day'
  const leftMinutes = (Date.parse(pause.until) - nowMs) / 60_000
  return (['15', '30'] as const).find((one) => leftMinutes <= Number(one)) ?? '60'
}
