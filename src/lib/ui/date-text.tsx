import { formatDate } from '#contract/format-date.ts'
import { t } from '#contract/language.ts'
import type { MaskitoOptions } from '@maskito/core'
import { useMaskito } from '@maskito/react'
import { type ComponentProps, type Ref, useCallback, useImperativeHandle, useRef } from 'react'
import { TextInput } from './field.tsx'

const digit = /\d/
const gaps = '__/__/____'

/** What was typed, without the underscores for the rest. */
const typedPart = (text: string): string => {
  const gap = text.indexOf('_')
  return gap === -1 ? text : text.slice(0, gap)
}

/** Password managers store a birthday as YYYY-MM-DD. */
const fromIso = (text: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? formatDate(text.trim()) : text

/** VA-24: MM/DD/YYYY; a month begins with 0 or 1, a day with 0 to 3, a year with 1 or 2. Missing digits are shown as underscores. */
const birthdayMask: MaskitoOptions = {
  mask: [/[01]/, digit, '/', /[0-3]/, digit, '/', /[12]/, digit, digit, digit],
  preprocessors: [
    ({ elementState, data }) => {
      const value = fromIso(typedPart(elementState.value))
      const [from, to] = elementState.selection
      return {
        elementState: { value, selection: [Math.min(from, value.length), Math.min(to, value.length)] },
        data: fromIso(data),
      }
    },
  ],
  postprocessors: [
    ({ value, selection }) => ({ value: value === '' ? '' : value + gaps.slice(value.length), selection }),
  ],
}

type DateTextProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'ref'> & {
  value: string
  onChange: (text: string) => void
  inputRef?: Ref<HTMLElement> | undefined
}

/** A text field for a birthday, as MM/DD/YYYY. */
export function DateText({ value, onChange, inputRef, ...props }: DateTextProps) {
  const mask = useMaskito({ options: birthdayMask })
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(inputRef, () => input.current as HTMLElement)
  const ref = useCallback(
    (element: HTMLInputElement | null) => {
      input.current = element
      mask(element)
    },
    [mask],
  )
  // `onInput`: the mask writes to the field itself, which React's change event does not notice.
  return (
    <TextInput
      placeholder={t('MM/DD/YYYY')}
      inputMode="numeric"
      autoComplete="bday"
      {...props}
      // The mask's underscores are characters, too: with a maximum length the field would be full before anything is typed.
      maxLength={undefined}
      ref={ref}
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
      onChange={() => undefined}
    />
  )
}
