import { Field, Select, TextInput } from '#lib/ui/field.tsx'

export type WhyTyped<R extends string> = { reason: R; note: string }

/** Why, as it is sent. */
export const whyBody = <R extends string>({ reason, note }: WhyTyped<R>): { reason: R; note?: string } => ({
  reason,
  ...(note.trim() !== '' && { note: note.trim() }),
})

/** Why something is done, chosen from `reasons` with their words, and in the staff's own. */
export function WhyFields<R extends string>({
  reasons,
  why,
  onChange,
}: {
  reasons: readonly (readonly [R, string])[]
  why: WhyTyped<R>
  onChange: (why: WhyTyped<R>) => void
}) {
  return (
    <>
      <Field label="Why">
        {(field) => (
          <Select
            {...field}
            name="reason"
            value={why.reason}
            onChange={(event) => onChange({ ...why, reason: event.target.value as R })}
          >
            {reasons.map(([reason, words]) => (
              <option key={reason} value={reason}>
                {words}
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
