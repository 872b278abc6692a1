import { t } from '#contract/language.ts'
import { useState } from 'react'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { findTypedEmail, keepTypedEmail } from '../typed-email.ts'
import type { Submission } from '../use-submission.ts'

type EmailFormProps = { submission: Submission<string>; action: string; placeholder?: string }

/** One email address and one button. The answer does not reveal whether an account has that address. */
export function EmailForm({ submission, action, placeholder }: EmailFormProps) {
  const [email, setEmail] = useState(findTypedEmail)
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!submission.busy) submission.submit(email)
      }}
    >
      <Box display="grid" gap="5">
        <Field label={t('EMAIL')} problem={submission.problemOf('email')}>
          {(props) => (
            <TextInput
              {...props}
              type="email"
              name="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={placeholder}
              value={email}
              onChange={(event) => {
                setEmail(event.target.value)
                keepTypedEmail(event.target.value)
                submission.edited()
              }}
            />
          )}
        </Field>
        <Button type="submit" full busy={submission.busy}>
          {submission.busy ? t('SENDING…') : action}
        </Button>
      </Box>
    </form>
  )
}
