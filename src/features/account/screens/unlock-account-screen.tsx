import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { usePortal } from '#lib/query/portal-context.tsx'
import { Box, Text } from '#lib/ui/box.ts'
import { AccountPage, LoadingOverlay } from '../components/account-page.tsx'
import { EmailForm } from '../components/email-form.tsx'
import { ResultBanner } from '../components/result-banner.tsx'
import { resendUnlock, unlockAccount } from '../requests.ts'
import { useSubmission } from '../use-submission.ts'
import { useUrlToken } from '../use-url-token.ts'

/** `/unlockaccount`: with the token of a mailed link it submits itself; without one, or when the link is too old, a new one can be asked for. */
export function UnlockAccountScreen() {
  const { facts } = usePortal()
  const token = useUrlToken()
  const unlocking = useSubmission((services, given: string, key) => unlockAccount(services, given, key))
  const resending = useSubmission((services, email: string, key) =>
    resendUnlock(services, email, facts.host, key),
  )
  useSubmitWhenSeen(token, unlocking.submit)
  const isDone = unlocking.done !== undefined || resending.done !== undefined
  return (
    <AccountPage title={t('UNLOCK ACCOUNT')}>
      <Box display="grid" gap="5">
        {unlocking.busy && <LoadingOverlay>{t('Unlocking your account')}</LoadingOverlay>}
        <ResultBanner submission={unlocking}>
          {unlocking.done && <Link to="/login">{t('LOGIN')}</Link>}
        </ResultBanner>
        <ResultBanner submission={resending}>
          {resending.done && <Link to="/login">{t('LOGIN')}</Link>}
        </ResultBanner>
        {!isDone && !unlocking.busy && (
          <>
            <Text color="muted">
              {t(
                'The link in our email opens your account. Has it gone missing, or is it older than an hour? Ask for another.',
              )}
            </Text>
            <EmailForm submission={resending} action={t('RESEND UNLOCK CODE')} />
          </>
        )}
      </Box>
    </AccountPage>
  )
}

/** Once a token, and only when somebody sees the page: mail scanners and previews open links, too (reliability H1). */
function useSubmitWhenSeen(token: string, submit: (token: string) => void): void {
  const submitted = useRef<string>(undefined)
  useEffect(() => {
    if (token === '' || submitted.current === token) return
    const go = (): void => {
      if (document.visibilityState !== 'visible' || submitted.current === token) return
      submitted.current = token
      submit(token)
    }
    go()
    document.addEventListener('visibilitychange', go)
    return () => document.removeEventListener('visibilitychange', go)
  }, [token, submit])
}
