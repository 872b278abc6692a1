import { Field, Select, TextInput } from '#lib/ui/field.tsx'

export type TypedReason<R extends string> = { reason: R; note: string }

/** The reason as it is sent. */
export const reasonBody = <R extends string>({
  reason,
  note,
}: TypedReason<R>): { reason: R; note?: string } => ({
  reason,
  ...(note.trim() !== '' && { note: note.trim() }),
})

/** Why something is done: one of `reasons`, and the staff's own words. `reason` is undefined until one is chosen. */
export function ReasonFields<R extends string, W extends R | undefined>({
  reasons,
  why,
  problem,
  onChange,
}: {
  reasons: readonly (readonly [R, string])[]
  why: { reason: W; note: string }
  problem?: string | undefined
  onChange: (why: { reason: R | W; note: string }) => void
}) {
  return (
    <>
      <Field label="Why" problem={problem}>
        {(field) => (
          <Select
            {...field}
            name="reason"
            value={why.reason ?? ''}
            onChange={(event) => onChange({ ...why, reason: event.target.value as R })}
          >
            {why.reason === undefined && (
              <option value="" disabled>
                Choose a reason
              </option>
            )}
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
