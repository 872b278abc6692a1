import { cardActReasons, type CardActReason, cardActReasonText } from '#contract/rules/card-acts.ts'
import { Field, Select, TextInput } from '#lib/ui/field.tsx'

export type WhyTyped = { reason: CardActReason; note: string }

/** Why, as it is sent. */
export const whyBody = ({ reason, note }: WhyTyped): { reason: CardActReason; note?: string } => ({
  reason,
  ...(note.trim() !== '' && { note: note.trim() }),
})

/** Why something is done, chosen from the list, and in the staff's own words. */
export function WhyFields({ why, onChange }: { why: WhyTyped; onChange: (why: WhyTyped) => void }) {
  return (
    <>
      <Field label="Why">
        {(field) => (
          <Select
            {...field}
            name="reason"
            value={why.reason}
            onChange={(event) => onChange({ ...why, reason: event.target.value as CardActReason })}
          >
            {cardActReasons.map((reason) => (
              <option key={reason} value={reason}>
                {cardActReasonText(reason)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Note for the staff" optional>
        {(field) => (
          <TextInput
            {...field}
            name="note"
            autoComplete="off"
            maxLength={200}
            value={why.note}
            onChange={(event) => onChange({ ...why, note: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
