import { t } from '#contract/language.ts'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { AppError } from '#lib/errors/app-error.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { takeAfterSignUp } from '../after-sign-up.ts'
import { AccountPage, LoadingOverlay } from '../components/account-page.tsx'
import { EmailForm } from '../components/email-form.tsx'
import { Mailed, type MailedProps } from '../components/mailed.tsx'
import { ResultBanner } from '../components/result-banner.tsx'
import { resendUnlock, unlockAccount } from '../requests.ts'
import { useEmailSubmission, useSubmission } from '../use-submission.ts'
import { useUrlToken } from '../mailed-link.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The message about an account that was opened by a mailed link. */
    accountOpened?: string
  }
}

/** `/unlockaccount`: with the token of a mailed link it submits itself; without one, or when the link is too old, a new one can be requested. */
export function UnlockAccountScreen() {
  const { facts } = usePortal()
  const token = useUrlToken()
  const router = useRouter()
  const [own] = useState(() => router.state.location.pathname)
  const opened = useLocation({ select: ({ state }) => state.accountOpened })
  const unlocking = useSubmission(
    (services, given: string, key) => unlockAccount(services, given, key),
    (accountOpened) => {
      takeAfterSignUp(Date.now())
      // The link works once: a reload shows the result, and does not send it again. Unless the person has already moved on: then another page would be
      // replaced.
      if (router.state.location.pathname === own)
        void router.navigate({ to: '.', search: {}, replace: true, state: { accountOpened } })
    },
  )
  const send: MailedProps['send'] = (services, email, key) => resendUnlock(services, email, facts.host, key)
  const resending = useEmailSubmission(send)
  useSubmitWhenSeen(token, unlocking.submit)
  const done = unlocking.done ?? opened
  const isDone = done !== undefined || resending.done !== undefined
  return (
    // A new member has not unlocked anything.
    <AccountPage title={done === undefined ? t('UNLOCK ACCOUNT') : t('YOUR ACCOUNT')}>
      <Box display="grid" gap="5">
        {unlocking.busy && <LoadingOverlay>{t('Opening your account')}</LoadingOverlay>}
        <ResultBanner submission={{ ...unlocking, done }}>
          {done !== undefined && <Link to="/login">{t('LOGIN')}</Link>}
          {/* The same token under the same key: if it arrived, the same answer comes again. */}
          {done === undefined && mayTryAgain(unlocking.error) && (
            <Button look="second" onClick={() => unlocking.submit(token)}>
              {t('Try again')}
            </Button>
          )}
          {/* The link works once, and the answer to the first try may have been lost. */}
          {done === undefined && unlocking.error && !mayTryAgain(unlocking.error) && (
            <Text>
              {t('Already used it? You may be able to sign in:')} <Link to="/login">{t('LOGIN')}</Link>
            </Text>
          )}
        </ResultBanner>
        <ResultBanner submission={resending}>
          {resending.done && <Link to="/login">{t('LOGIN')}</Link>}
        </ResultBanner>
        {resending.done !== undefined && <Mailed email={resending.input?.trim() ?? ''} send={send} />}
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

/** Whether the link itself was not refused: a lost connection, a wait, a server error. */
const mayTryAgain = (error: AppError | undefined): boolean =>
  error !== undefined && error.kind !== 'refused' && error.kind !== 'unauthorized'

/** Once per token, and only when somebody sees the page: mail scanners and previews open links, too (reliability H1). */
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
