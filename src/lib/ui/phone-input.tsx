import type { MaskitoOptions } from '@maskito/core'
import { useMaskito } from '@maskito/react'
import type { ComponentProps } from 'react'
import { TextInput } from './field.tsx'

const digit = /\d/
/** A number that is pasted or filled in with the country's 1 would lose its last digit to the mask and still look right. */
const withoutCountry = (text: string): string =>
  /^\+?1\D*(\d\D*){10}$/.test(text.trim()) ? text.trim().replace(/^\+?1/, '') : text

const phoneMask: MaskitoOptions = {
  preprocessors: [
    ({ elementState, data }) => ({
      elementState: { ...elementState, value: withoutCountry(elementState.value) },
      data: withoutCountry(data),
    }),
  ],
  mask: ['(', digit, digit, digit, ')', ' ', digit, digit, digit, '-', digit, digit, digit, digit],
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
