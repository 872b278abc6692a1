import type { MaskitoOptions } from '@maskito/core'
import { useMaskito } from '@maskito/react'
import type { ComponentProps } from 'react'
import { TextInput } from './field.tsx'

const digit = /\d/
const national = ['(', digit, digit, digit, ')', ' ', digit, digit, digit, '-', digit, digit, digit, digit]
/** A number of another country, or one with too many digits, stands as it was typed: cut to ten it would be somebody else's here. */
const foreign = /^\+?[\d ().-]{0,24}$/
const isForeign = (text: string): boolean => text.startsWith('+') || text.replace(/\D/g, '').length > 10

/** No area code begins with 1: it is the country's, and would push the last digit out of the mask. */
const withoutCountry = (text: string): string => text.replace(/^\s*(?:\+?1|\(\+?1\))/, '')
const withoutExtension = (text: string): string => text.replace(/\s*(?:x|ext\.?|#)\s*\d*\s*$/i, '')

export const phoneMask: MaskitoOptions = {
  preprocessors: [
    ({ elementState, data }, action) => {
      const before = elementState.value.slice(0, elementState.selection[0])
      if (action === 'insert')
        return { elementState, data: withoutExtension(/[+\d]/.test(before) ? data : withoutCountry(data)) }
      // Filled in by the browser: nobody typed into the mask. What was deleted from stays as it is, or a 1 that is first for a moment would go.
      const value = action === 'validation' ? withoutExtension(withoutCountry(elementState.value)) : undefined
      return { elementState: value === undefined ? elementState : { ...elementState, value }, data }
    },
  ],
  // A plus that is typed makes the mask wait for what comes; with the country's 1 after it, it has said nothing.
  postprocessors: [
    ({ value, selection }) =>
      value.startsWith('+1')
        ? { value: value.slice(2).trimStart(), selection: [0, 0] }
        : { value, selection },
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
