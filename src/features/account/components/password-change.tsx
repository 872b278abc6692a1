import { t } from '#contract/language.ts'
import { type ChangeEvent, useState } from 'react'
import { listPasswordProblems, type PasswordForm } from '#contract/rules/account.ts'
import { isStaff } from '#contract/rules/roles.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { Field } from '#lib/ui/field.tsx'
import { PasswordInput, PasswordOwner } from '#lib/ui/password-input.tsx'
import { changePassword } from '../requests.ts'
import { useSubmission } from '../use-submission.ts'
import { ResultBanner } from './result-banner.tsx'

type PasswordChangeProps = {
  email: string
  role: string
  onCancel: () => void
  onSaved: (words: string) => void
}

/** A new password, for a user who knows the old one. Needs a signal: a password is never stored on a device. */
export function PasswordChange({ email, role, onCancel, onSaved }: PasswordChangeProps) {
  const [typed, setTyped] = useState<PasswordForm>({ current: '', next: '', confirm: '' })
  const submission = useSubmission(
    (services, form: PasswordForm, key) => changePassword(services, form, key),
    onSaved,
  )
  const problems = listPasswordProblems(typed)
  const text = (field: keyof PasswordForm) => ({
    value: typed[field],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setTyped((before) => ({ ...before, [field]: event.target.value }))
      submission.edited()
    },
  })
  const isWrong = Object.keys(problems).length > 0
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong && !submission.busy) submission.submit(typed)
      }}
    >
      <Box display="grid" gap="5">
        <chakra.h2 fontSize="title">{t('Change my password')}</chakra.h2>
        {submission.done === undefined && (
          <ResultBanner submission={submission}>
            {submission.error?.details.mayBeDone && (
              <Text>
                {t(
                  'Trying again is safe here: if your current password is no longer accepted, the new one is in place.',
                )}
              </Text>
            )}
          </ResultBanner>
        )}
        <PasswordOwner email={email} />
        <Field
          label={t('Current password')}
          problem={submission.problemOf('current_password') ?? problems.current}
        >
          {(props) => (
            <PasswordInput
              {...props}
              name="current_password"
              autoComplete="current-password"
              {...text('current')}
            />
          )}
        </Field>
        <Field
          label={t('New password')}
          problem={submission.problemOf('new_password') ?? problems.next}
          hint={
            isStaff(role)
              ? t('Twelve characters or more, with letters and a digit.')
              : t('Ten characters or more.')
          }
        >
          {(props) => (
            <PasswordInput {...props} name="new_password" autoComplete="new-password" {...text('next')} />
          )}
        </Field>
        <Field
          label={t('Confirm new password')}
          problem={submission.problemOf('new_password_confirmation') ?? problems.confirm}
        >
          {(props) => (
            <PasswordInput
              {...props}
              name="new_password_confirmation"
              autoComplete="new-password"
              {...text('confirm')}
            />
          )}
        </Field>
        <Box display="flex" flexWrap="wrap" gap="3">
          <Button type="submit" disabled={isWrong} busy={submission.busy}>
            {submission.busy ? t('UPDATING…') : t('UPDATE PASSWORD')}
          </Button>
          <Button look="second" onClick={onCancel}>
            {t('CANCEL')}
          </Button>
        </Box>
      </Box>
    </form>
  )
}
