import { useState } from 'react'
import { Button } from '#lib/ui/button.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import type { AdminChange } from '../use-change.ts'
import styles from './admin.module.css'

type NameFormProps = {
  /** The input's `name`, for browsers and tests. */
  name: string
  label: string
  /** The message at an empty field. */
  missing: string
  /** The button's label, and while busy. */
  button: { label: string; busy: string }
  change: Pick<AdminChange<never, unknown>, 'busy' | 'problemOf' | 'edited'>
  value: string
  onType: (text: string) => void
  /** Gets the trimmed name. */
  onSubmit: (name: string) => void
}

/** A form for something new that only needs a name. */
export function NameForm({ name, label, missing, button, change, value, onType, onSubmit }: NameFormProps) {
  const [tried, setTried] = useState(false)
  const isEmpty = value.trim() === ''
  return (
    <form
      className={styles.search}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(isEmpty)
        if (!isEmpty && !change.busy) onSubmit(value.trim())
      }}
    >
      <Field label={label} problem={(tried && isEmpty ? missing : undefined) ?? change.problemOf('name')}>
        {(field) => (
          <TextInput
            {...field}
            name={name}
            autoComplete="off"
            maxLength={60}
            value={value}
            onChange={(event) => {
              onType(event.target.value)
              change.edited()
            }}
          />
        )}
      </Field>
      <Button type="submit" look="second" busy={change.busy}>
        {change.busy ? button.busy : button.label}
      </Button>
    </form>
  )
}
