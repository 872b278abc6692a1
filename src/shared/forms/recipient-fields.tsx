import { t } from '#contract/language.ts'
import type { Recipient } from '#contract/rules/contact.ts'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { PhoneInput } from '#lib/ui/phone-input.tsx'
import type { Typed } from '#lib/ui/use-typed.ts'

type Props = Pick<Typed<keyof Recipient>, 'text' | 'shown'>

/** Two columns where there is room for them. */
export const fieldGrid = {
  display: 'grid',
  gap: '5',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
} as const

/** Who a card is for. */
export function NameFields({ text, shown }: Props) {
  return (
    <>
      <Field label={t('First name')} problem={shown('recipient_first_name')}>
        {(props) => <TextInput {...props} autoComplete="off" {...text('recipient_first_name')} />}
      </Field>
      <Field label={t('Last name')} problem={shown('recipient_last_name')}>
        {(props) => <TextInput {...props} autoComplete="off" {...text('recipient_last_name')} />}
      </Field>
    </>
  )
}

export function EmailField({ text, shown, optional = false }: Props & { optional?: boolean }) {
  return (
    <Field label={t('Email')} problem={shown('recipient_email')} optional={optional}>
      {(props) => (
        <TextInput
          {...props}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...text('recipient_email')}
        />
      )}
    </Field>
  )
}

/** As (###) ###-####: exactly ten digits fit. */
export function PhoneField({ text, shown, optional = false }: Props & { optional?: boolean }) {
  return (
    <Field label={t('Phone')} problem={shown('recipient_phone')} optional={optional}>
      {(props) => <PhoneInput {...props} autoComplete="off" {...text('recipient_phone')} />}
    </Field>
  )
}

/** The content of a recipient's field after a key press: the mask's bracket alone is not a phone number. */
export const cleanRecipient = (field: keyof Recipient, typed: string): string =>
  field === 'recipient_phone' && !/\d/.test(typed) ? '' : typed
