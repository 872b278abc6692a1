import { t, translateAnswer } from '#contract/language.ts'
import { Box, chakra, Text } from '@chakra-ui/react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { findMaxLength } from '#contract/rules/fields.ts'

type FieldProps = {
  label: string
  /** What is wrong with it, in words; linked to the input for screen readers. */
  problem?: string | undefined
  optional?: boolean
  hint?: string
  children: (props: {
    id: string
    'aria-invalid': boolean | undefined
    'aria-describedby': string | undefined
  }) => ReactNode
}

/** A labelled field: label, input, and below it the hint or what is wrong. */
export function Field({ label, problem, optional = false, hint, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}note`
  const note = problem === undefined ? hint : translateAnswer(problem)
  return (
    <Box display="grid" gap="1" alignContent="start">
      <chakra.label htmlFor={id} fontWeight={650} color="var(--h-label)">
        {label}
        {optional && (
          <chakra.span color="muted" fontWeight={400}>
            {' '}
            {t('(optional)')}
          </chakra.span>
        )}
      </chakra.label>
      {children({
        id,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': note ? noteId : undefined,
      })}
      {note && (
        <Text id={noteId} fontSize="small" color={problem ? 'danger' : 'muted'}>
          {note}
        </Text>
      )}
    </Box>
  )
}

/** A text field in the merchant's look. Its maximum length is the API's, by its name. */
export function TextInput(props: ComponentProps<'input'>) {
  return <input className="input" maxLength={findMaxLength(props.name)} {...props} />
}

/** A longer text. Its maximum length is the API's, by its name. */
export function TextArea(props: ComponentProps<'textarea'>) {
  return (
    <chakra.textarea
      className="input"
      paddingBlock="3"
      rows={3}
      maxLength={findMaxLength(props.name)}
      {...props}
    />
  )
}

/** The device's own select: a wheel on a phone, type-ahead on a keyboard. */
export function Select({ children, ...props }: ComponentProps<'select'>) {
  return (
    <select className="input" {...props}>
      {children}
    </select>
  )
}
