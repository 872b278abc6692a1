import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { useLocationState } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { Box, Text } from '#lib/ui/box.ts'
import { AccountPage, AwaitedForm, FormLinks } from '../components/account-page.tsx'
import { EmailForm } from '../components/email-form.tsx'
import { Mailed, type MailedProps } from '../components/mailed.tsx'
import { ResultBanner } from '../components/result-banner.tsx'
import { sendPasswordReset } from '../requests.ts'
import { useEmailSubmission } from '../use-submission.ts'

/** `/forgotpassword`. */
export function ForgotPasswordScreen() {
  const { facts } = usePortal()
  const { copy, failed, retry } = useLocationState()
  const send: MailedProps['send'] = (services, email, key) =>
    sendPasswordReset(services, email, facts.host, key)
  const submission = useEmailSubmission(send)
  return (
    <AccountPage title={t('FORGOT PASSWORD')}>
      {!copy ? (
        <AwaitedForm failed={failed} retry={retry} />
      ) : (
        <Box display="grid" gap="5">
          <ResultBanner submission={submission}>
            {submission.done && <Link to="/login">{t('LOGIN')}</Link>}
          </ResultBanner>
          {submission.done !== undefined && <Mailed email={submission.input?.trim() ?? ''} send={send} />}
          {submission.done === undefined && (
            <>
              <Text color="muted">
                {t('We send you a link to choose a new one. It is good for an hour.')}
              </Text>
              <EmailForm submission={submission} action={t('SEND')} placeholder={t('E-mail address')} />
              <FormLinks>
                <Text paddingTop="2">{t('Already have an account?')}</Text>
                <Link to="/login">{t('LOGIN')}</Link>
              </FormLinks>
            </>
          )}
        </Box>
      )}
    </AccountPage>
  )
}
