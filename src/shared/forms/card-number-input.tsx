import type { MaskitoOptions } from '@maskito/core'
import { useMaskito } from '@maskito/react'
import type { ComponentProps } from 'react'
import { TextInput } from '#lib/ui/field.tsx'

const group = [/\d/, /\d/, /\d/, /\d/]
const cardMask: MaskitoOptions = { mask: [...group, ' ', ...group, ' ', ...group, ' ', ...group] }

/** A card number as #### #### #### ####, digits only (specification §5). */
export function CardNumberInput({ onChange, ...props }: ComponentProps<'input'>) {
  const mask = useMaskito({ options: cardMask })
  // `onInput`: the mask writes to the field itself, which React's own change event misses.
  return (
    <TextInput
      type="text"
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      placeholder="#### #### #### ####"
      ref={mask}
      onInput={onChange as ComponentProps<'input'>['onInput']}
      {...props}
    />
  )
}
