import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { Field } from '#lib/ui/field.tsx'
import { PasswordInput } from '#lib/ui/password-input.tsx'
import { AccountPage, FormLinks, InvalidLink } from '../components/account-page.tsx'
import { ResultBanner } from '../components/result-banner.tsx'
import { resetPassword } from '../requests.ts'
import { useSubmission } from '../use-submission.ts'
import { useLinkCheck, useUrlToken } from '../mailed-link.ts'

type Input = { password: string; confirmation: string; token: string }

/** `/resetpassword`, from the mailed link. The server checks the password (specification §5: no client checks). */
export function ResetPasswordScreen() {
  const token = useUrlToken()
  const refusal = useLinkCheck(token, 'reset')
  return (
    <AccountPage title={t('RESET PASSWORD')}>
      {refusal ? (
        <InvalidLink refusal={refusal}>
          <Link to="/forgotpassword">{t('Ask for a new link')}</Link>
        </InvalidLink>
      ) : (
        <Form token={token} />
      )}
    </AccountPage>
  )
}

function Form({ token }: { token: string }) {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const submission = useSubmission((services, input: Input, key) => resetPassword(services, input, key))
  const isLinkOver = submission.error?.code === 'link_invalid'
  return (
    <Box display="grid" gap="5">
      <ResultBanner submission={submission}>
        {submission.done && <Link to="/login">{t('LOGIN')}</Link>}
        {isLinkOver && <Link to="/forgotpassword">{t('Ask for a new link')}</Link>}
      </ResultBanner>
      {submission.done === undefined && (
        <form
          method="post"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!submission.busy) submission.submit({ password, confirmation, token })
          }}
        >
          <Box display="grid" gap="5">
            {token === '' && (
              <Text color="muted">
                {t('Open this page from the link in our email. Without it, no password can be changed here.')}
              </Text>
            )}
            <Field
              label={t('NEW PASSWORD')}
              problem={submission.problemOf('password')}
              hint={t('Ten characters or more. A few words you will remember make a good one.')}
            >
              {(props) => (
                <PasswordInput
                  {...props}
                  name="password"
                  autoComplete="new-password"
                  value={password}
                  onChange={(event) => {
                    setPassword(event.target.value)
                    submission.edited()
                  }}
                />
              )}
            </Field>
            <Field label={t('CONFIRM PASSWORD')} problem={submission.problemOf('password_confirmation')}>
              {(props) => (
                <PasswordInput
                  {...props}
                  name="password_confirmation"
                  autoComplete="new-password"
                  value={confirmation}
                  onChange={(event) => {
                    setConfirmation(event.target.value)
                    submission.edited()
                  }}
                />
              )}
            </Field>
            <Button type="submit" full busy={submission.busy}>
              {submission.busy ? t('SENDING…') : t('SUBMIT')}
            </Button>
          </Box>
          <FormLinks>
            <Link to="/login">{t('LOGIN')}</Link>
          </FormLinks>
        </form>
      )}
    </Box>
  )
}
