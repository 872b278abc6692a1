import type { MaskitoOptions } from '@maskito/core'
import { useMaskito } from '@maskito/react'
import type { ComponentProps } from 'react'
import { TextInput } from './field.tsx'

const digit = /\d/
const national = ['(', digit, digit, digit, ')', ' ', digit, digit, digit, '-', digit, digit, digit, digit]
const digitsOf = (text: string): string => text.replace(/\D/g, '')
/** A foreign number, or one with too many digits, stays as it was typed: cut to ten digits it would be somebody else's number here. */
const foreign = /^\+?[\d ().-]{0,24}$/
const isForeign = (text: string): boolean => text.startsWith('+') || digitsOf(text).length > 10

/** Only a plus tells right away that a 1 is the country code: without it, the 1 could be the first of ten digits. */
const withoutCountry = (text: string): string => text.replace(/^\s*(?:\+1|\(\+1\))/, '')
const withoutExtension = (text: string): string => text.replace(/\s*(?:x|ext\.?|#)\s*\d*\s*$/i, '')

const phoneMask: MaskitoOptions = {
  preprocessors: [
    ({ elementState, data }, action) => {
      const before = elementState.value.slice(0, elementState.selection[0])
      if (action === 'insert')
        return { elementState, data: withoutExtension(/[+\d]/.test(before) ? data : withoutCountry(data)) }
      // Filled in by the browser, without typing. Text after a deletion is left as it is.
      const value = action === 'validation' ? withoutExtension(withoutCountry(elementState.value)) : undefined
      return { elementState: value === undefined ? elementState : { ...elementState, value }, data }
    },
  ],
  postprocessors: [
    ({ value, selection }) => {
      // A typed plus makes the mask wait for what follows; if that is the country's 1, both are dropped.
      if (value.startsWith('+1')) return { value: value.slice(2).trimStart(), selection: [0, 0] }
      // The eleventh digit shows that the leading 1 was the country code.
      const [, area, exchange, line] = /^1(\d{3})(\d{3})(\d{4})$/.exec(digitsOf(value)) ?? []
      if (area === undefined || value.startsWith('+')) return { value, selection }
      return { value: `(${area}) ${exchange}-${line}`, selection: [14, 14] }
    },
  ],
  mask: ({ value }) => (isForeign(value) ? foreign : national),
}

/** A phone number as (###) ###-####. */
export function PhoneInput({ onChange, ...props }: ComponentProps<'input'>) {
  const mask = useMaskito({ options: phoneMask })
  // `onInput`: the mask writes to the field itself, which React's change event does not notice.
  return (
    <TextInput
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      // The mask limits the length: with a maximum length, a number pasted with its country code would lose its end.
      maxLength={undefined}
      ref={mask}
      onInput={onChange as ComponentProps<'input'>['onInput']}
      {...props}
    />
  )
}
