import { Field, TextInput } from '#lib/ui/field.tsx'

type SearchFieldProps = {
  label: string
  name: string
  maxLength: number
  problem?: string | undefined
  value: string
  onType: (text: string) => void
}

/** A name, number or address to search for, which the phone neither completes nor corrects. */
export function SearchField({ label, name, maxLength, problem, value, onType }: SearchFieldProps) {
  return (
    <Field label={label} problem={problem}>
      {(field) => (
        <TextInput
          {...field}
          name={name}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={maxLength}
          value={value}
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </Field>
  )
}
