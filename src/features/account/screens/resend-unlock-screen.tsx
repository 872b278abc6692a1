import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { usePortal } from '#lib/query/portal-context.tsx'
import { Box, Text } from '#lib/ui/box.ts'
import { AccountPage } from '../components/account-page.tsx'
import { EmailForm } from '../components/email-form.tsx'
import { Mailed, type MailedProps } from '../components/mailed.tsx'
import { ResultBanner } from '../components/result-banner.tsx'
import { resendUnlock } from '../requests.ts'
import { useEmailSubmission } from '../use-submission.ts'

/** `/resendunlock`. */
export function ResendUnlockScreen() {
  const { facts } = usePortal()
  const send: MailedProps['send'] = (services, email, key) => resendUnlock(services, email, facts.host, key)
  const submission = useEmailSubmission(send)
  return (
    <AccountPage title={t('RESEND UNLOCK CODE?')}>
      <Box display="grid" gap="5">
        <ResultBanner submission={submission}>
          {submission.done && <Link to="/">{t('HOME')}</Link>}
        </ResultBanner>
        {submission.done !== undefined && <Mailed email={submission.input?.trim() ?? ''} send={send} />}
        {submission.done === undefined && (
          <>
            <Text color="muted">{t('We send a new link to the address of your account.')}</Text>
            <EmailForm submission={submission} action={t('Send')} />
          </>
        )}
      </Box>
    </AccountPage>
  )
}
