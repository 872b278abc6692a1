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
  /** Puts texts into several fields at once, as if each were typed. */
  fill: (changes: Partial<Record<F, string>>) => void
  /** What is wrong with a field, once it was left or going on was tried. */
  shown: (field: F) => string | undefined
  /** True when nothing is wrong; else everything that is shows, and the first of it has the focus. */
  check: () => boolean
  problems: Partial<Record<F, string>>
}

/**
 * A form's texts: what is wrong shows when a field was left, and nothing typed is lost (`keep` is told every change). `clean`
 * says what stands in a field after a key.
 */
export function useTyped<F extends string>(
  initial: () => Record<F, string>,
  list: (values: Record<F, string>) => Partial<Record<F, string>>,
  keep: (changes: Partial<Record<F, string>>) => void = () => undefined,
  clean: (field: F, typed: string, before: string) => string = (_, typed) => typed,
): Typed<F> {
  const [values, setValues] = useState(initial)
  const problems = list(values)
  // What was brought along and is wrong shows at once: a button that is off must say why.
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
