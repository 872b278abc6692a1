import { useState } from 'react'

/** What every field of a form has in common. */
export type TypedField<F extends string> = {
  name: F
  value: string
  onChange: (event: { target: { value: string } }) => void
  onBlur: () => void
}

export type Typed<F extends string> = {
  values: Record<F, string>
  text: (field: F) => TypedField<F>
  /** Sets several fields at once, as if each were typed. */
  fill: (changes: Partial<Record<F, string>>) => void
  /** What is wrong with a field, after it was left or submitting was tried. */
  shown: (field: F) => string | undefined
  /** True when nothing is wrong; otherwise all problems are shown, and the first such field is focused. */
  check: () => boolean
  problems: Partial<Record<F, string>>
}

/**
 * A form's texts: a field's problem shows after it was left, and nothing typed is lost (`keep` gets every change). `clean` corrects a field's text after a key
 * press.
 */
export function useTyped<F extends string>(
  initial: () => Record<F, string>,
  list: (values: Record<F, string>) => Partial<Record<F, string>>,
  keep: (changes: Partial<Record<F, string>>) => void = () => undefined,
  clean: (field: F, typed: string, before: string) => string = (_, typed) => typed,
): Typed<F> {
  const [values, setValues] = useState(initial)
  const problems = list(values)
  // Initial values that are invalid are marked at once: a disabled button must show why.
  const [left, setLeft] = useState<ReadonlySet<F>>(
    () => new Set((Object.keys(problems) as F[]).filter((field) => values[field] !== '')),
  )
  const set = (field: F, text: string): void => {
    const value = clean(field, text, values[field])
    setValues((now) => ({ ...now, [field]: value }))
    keep({ [field]: value } as Partial<Record<F, string>>)
  }
  return {
    values,
    problems,
    text: (field) => ({
      name: field,
      value: values[field],
      onChange: (event) => set(field, event.target.value),
      onBlur: () => setLeft((now) => new Set(now).add(field)),
    }),
    fill: (changes) => {
      setValues((now) => ({ ...now, ...changes }))
      keep(changes)
    },
    shown: (field) => (left.has(field) ? problems[field] : undefined),
    check() {
      const [first] = Object.keys(problems)
      if (first === undefined) return true
      setLeft(new Set(Object.keys(values) as F[]))
      document.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return false
    },
  }
}
