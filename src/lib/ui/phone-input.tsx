import type { MaskitoOptions } from '@maskito/core'
import { useMaskito } from '@maskito/react'
import type { ComponentProps } from 'react'
import { TextInput } from './field.tsx'

const digit = /\d/
const national = ['(', digit, digit, digit, ')', ' ', digit, digit, digit, '-', digit, digit, digit, digit]
const digitsOf = (text: string): string => text.replace(/\D/g, '')
/** A number of another country, or one with too many digits, stands as it was typed: cut to ten it would be somebody else's here. */
const foreign = /^\+?[\d ().-]{0,24}$/
const isForeign = (text: string): boolean => text.startsWith('+') || digitsOf(text).length > 10

/** Only a plus says at once that a 1 is the country's: without one it can be the first of ten digits. */
const withoutCountry = (text: string): string => text.replace(/^\s*(?:\+1|\(\+1\))/, '')
const withoutExtension = (text: string): string => text.replace(/\s*(?:x|ext\.?|#)\s*\d*\s*$/i, '')

const phoneMask: MaskitoOptions = {
  preprocessors: [
    ({ elementState, data }, action) => {
      const before = elementState.value.slice(0, elementState.selection[0])
      if (action === 'insert')
        return { elementState, data: withoutExtension(/[+\d]/.test(before) ? data : withoutCountry(data)) }
      // Filled in by the browser: nobody typed into the mask. What was deleted from stays as it is.
      const value = action === 'validation' ? withoutExtension(withoutCountry(elementState.value)) : undefined
      return { elementState: value === undefined ? elementState : { ...elementState, value }, data }
    },
  ],
  postprocessors: [
    ({ value, selection }) => {
      // A plus that is typed makes the mask wait for what comes; with the country's 1 after it, it has said nothing.
      if (value.startsWith('+1')) return { value: value.slice(2).trimStart(), selection: [0, 0] }
      // The eleventh digit says that the 1 before it was the country's.
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
  // `onInput`: the mask writes to the field itself, and React's own change event does not see that.
  return (
    <TextInput
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      // The mask says how long it gets: a number that is pasted with its country must not lose its end first.
      maxLength={undefined}
      ref={mask}
      onInput={onChange as ComponentProps<'input'>['onInput']}
      {...props}
    />
  )
}
