import type { MaskitoOptions } from '@maskito/core'
import { useMaskito } from '@maskito/react'
import type { ComponentProps } from 'react'
import { TextInput } from './field.tsx'

const digit = /\d/
const phoneMask: MaskitoOptions = { mask: ['(', digit, digit, digit, ')', ' ', digit, digit, digit, '-', digit, digit, digit, digit] }

/** A phone number as (###) ###-####. */
export function PhoneInput({ onChange, ...props }: ComponentProps<'input'>) {
  const mask = useMaskito({ options: phoneMask })
  // `onInput`: the mask writes to the field itself, and React's own change event does not see that.
  return (
    <TextInput
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      ref={mask}
      onInput={onChange as ComponentProps<'input'>['onInput']}
      {...props}
    />
  )
}
