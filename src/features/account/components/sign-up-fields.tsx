import { message, type Message, t } from '#contract/language.ts'
import type { ChangeEvent } from 'react'
import { listMissingFields, type SignUpForm } from '#contract/rules/account.ts'
import { Box } from '#lib/ui/box.ts'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { PasswordInput } from '#lib/ui/password-input.tsx'
import { PhoneInput } from '#lib/ui/phone-input.tsx'

type SignUpFieldsProps = {
  typed: SignUpForm
  set: (field: keyof SignUpForm, value: string) => void
  problemOf: (field: keyof SignUpForm) => string | undefined
  /** The person was invited, usually to the staff. */
  invited: boolean
}

/** The sign-up's fields, named for password managers and autofill. */
export function SignUpFields({ typed, set, problemOf, invited }: SignUpFieldsProps) {
  const text = (field: keyof SignUpForm) => ({
    name: field,
    value: typed[field],
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(field, event.target.value),
  })
  const address = { type: 'email', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <>
      <Field label={t('EMAIL')} problem={problemOf('email')}>
        {(props) => <TextInput {...props} {...address} autoComplete="username" {...text('email')} />}
      </Field>
      <Field label={t('EMAIL CONFIRMATION')} problem={problemOf('email_confirmation')}>
        {(props) => (
          <TextInput {...props} {...address} autoComplete="email" {...text('email_confirmation')} />
        )}
      </Field>
      <Field
        label={t('PASSWORD')}
        problem={problemOf('password')}
        hint={
          invited
            ? t('Twelve characters or more, with letters and a digit.')
            : t('Ten characters or more. A few words you will remember make a good one.')
        }
      >
        {(props) => <PasswordInput {...props} autoComplete="new-password" {...text('password')} />}
      </Field>
      <Field label={t('CONFIRM PASSWORD')} problem={problemOf('password_confirmation')}>
        {(props) => (
          <PasswordInput {...props} autoComplete="new-password" {...text('password_confirmation')} />
        )}
      </Field>
      <Box
        display="grid"
        gap="5"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
      >
        <Field label={t('FIRST NAME')} problem={problemOf('first_name')}>
          {(props) => <TextInput {...props} autoComplete="given-name" {...text('first_name')} />}
        </Field>
        <Field label={t('LAST NAME')} problem={problemOf('last_name')}>
          {(props) => <TextInput {...props} autoComplete="family-name" {...text('last_name')} />}
        </Field>
      </Box>
      <Field label={t('PHONE')} problem={problemOf('phone')}>
        {(props) => <PhoneInput {...props} placeholder="(###) ###-####" {...text('phone')} />}
      </Field>
    </>
  )
}

const names: Record<keyof SignUpForm, Message> = {
  email: message('email'),
  email_confirmation: message('email confirmation'),
  password: message('password'),
  password_confirmation: message('password confirmation'),
  first_name: message('first name'),
  last_name: message('last name'),
  phone: message('phone'),
  dob: message('date of birth'),
  recaptcha_confirmation: message('the check that you are not a robot'),
}

/** Why SUBMIT is disabled, in words: a disabled button cannot say so itself. */
export const listMissing = (typed: SignUpForm): string[] =>
  listMissingFields(typed).map((field) => t(names[field]))
