import { t } from '#contract/language.ts'
import { isLinkable } from '#contract/rules/features.ts'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ProofRequest } from '#contract/schemas/second-factor.ts'
import { findSecondStep } from '#lib/second-factor/proof-request.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { observePutAside } from '#db/put-aside.ts'
import { useLive } from '#lib/query/use-live.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { signedInMeanwhile } from '#lib/session/signed-in-meanwhile.ts'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { PasswordInput } from '#lib/ui/password-input.tsx'
import { AccountPage, FormLinks } from '../components/account-page.tsx'
import { ResultBanner } from '../components/result-banner.tsx'
import { SigningOut } from '../components/signing-out.tsx'
import { SocialButtons } from '../components/social-buttons.tsx'
import { useReturnPath } from '../return-path.ts'
import { forgetTypedEmail, keepTypedEmail } from '../typed-email.ts'
import { useLeaving } from '../use-leaving.ts'
import { useSubmission } from '../use-submission.ts'

/** For staff only: nobody else downloads it. */
const SecondStep = lazy(() => import('../components/second-step.tsx'))

/**
 * `/login`. Opening it ends the current session (specification §2: on mount it clears login, user and card state). If another tab signs in while the form is
 * open, this one continues as after its own sign-in; a sign-in over that session first asks the same as signing out. `notice`: what is said above the form.
 */
export function LoginScreen({ notice }: { notice?: ReactNode }) {
  const { leaving, begin } = useLeaving()
  const title = leaving.state === 'asking' || leaving.state === 'unplaced' ? t('Sign out') : t('Sign in')
  return (
    <AccountPage title={title}>
      {leaving.state === 'done' ? (
        <LoginForm notice={notice} onSignedInMeanwhile={begin} />
      ) : (
        <SigningOut leaving={leaving} />
      )}
    </AccountPage>
  )
}

function LoginForm({ notice, onSignedInMeanwhile }: { notice: ReactNode; onSignedInMeanwhile: () => void }) {
  const { from, isSessionOver } = useLocation({ select: ({ state }) => state })
  const redirect = useRedirectAfterSignIn(from)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [secondStep, setSecondStep] = useState<ProofRequest>()
  const refused = (error: AppError): void =>
    error.code === signedInMeanwhile ? onSignedInMeanwhile() : setSecondStep(findSecondStep(error))
  const submission = useSubmission(async (services, credentials: { email: string; password: string }) => {
    await services.session.signIn({
      kind: 'password',
      email: credentials.email.trim(),
      password: credentials.password,
    })
    return ''
  }, redirect)
  useSignInElsewhere(() => !submission.busy && redirect())
  const send = (form: HTMLFormElement): void => {
    // Read from the fields themselves: not every browser reports what a password manager has filled in before a key is pressed.
    const filled = new FormData(form)
    const given = {
      email: String(filled.get('username') ?? ''),
      password: String(filled.get('password') ?? ''),
    }
    setEmail(given.email)
    keepTypedEmail(given.email)
    setPassword(given.password)
    setTried(true)
    const missing = given.email.trim() === '' ? 'username' : given.password === '' ? 'password' : undefined
    if (missing) form.querySelector<HTMLElement>(`[name="${missing}"]`)?.focus()
    else if (!submission.busy) submission.submit(given, { onRefused: refused })
  }
  const missingIn = (value: string): string | undefined =>
    tried && value.trim() === '' ? t('Please enter a valid info') : undefined
  const isLocked =
    submission.error?.code === 'locked' || submission.messages.some((message) => /locked/i.test(message))
  if (secondStep)
    return (
      <Suspense>
        <SecondStep
          request={secondStep}
          email={email.trim()}
          onSignedIn={redirect}
          onRefused={(error) => error.code === signedInMeanwhile && onSignedInMeanwhile()}
          onBack={() => {
            setSecondStep(undefined)
            setPassword('')
            submission.edited()
          }}
        />
      </Suspense>
    )
  return (
    <>
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send(event.currentTarget)
        }}
      >
        <Box display="grid" gap="5">
          {isSessionOver && !submission.error && <SessionOver />}
          {notice}
          {submission.done === undefined && (
            <ResultBanner submission={submission}>
              {isLocked && <Link to="/resendunlock">{t('Resend unlock code')}</Link>}
            </ResultBanner>
          )}
          <Field label={t('EMAIL')} problem={missingIn(email)}>
            {(props) => (
              <TextInput
                {...props}
                type="email"
                name="username"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                required
                value={email}
                onChange={(event) => {
                  setEmail(event.target.value)
                  keepTypedEmail(event.target.value)
                  submission.edited()
                }}
              />
            )}
          </Field>
          <Field label={t('PASSWORD')} problem={missingIn(password)}>
            {(props) => (
              <PasswordInput
                {...props}
                name="password"
                autoComplete="current-password"
                required
                value={password}
                onChange={(event) => {
                  setPassword(event.target.value)
                  submission.edited()
                }}
              />
            )}
          </Field>
          <Button type="submit" full busy={submission.busy}>
            {submission.busy ? t('SIGNING IN…') : t('LOGIN')}
          </Button>
        </Box>
      </form>
      <SocialButtons onSignedIn={redirect} onRefused={refused} />
      <SignInLinks />
    </>
  )
}

function SignInLinks() {
  const copy = useLocationCopy()
  return (
    <FormLinks>
      <Link to="/forgotpassword">{t('FORGOT PASSWORD?')}</Link>
      {copy && isLinkable(copy.location.settings, '/signup') && (
        <Link to="/signup">{t('CREATE AN ACCOUNT')}</Link>
      )}
      <Link to="/">{t('SKIP')}</Link>
    </FormLinks>
  )
}

/** Continues to where signing in leads, once: the form learns of its own session in more than one way. */
function useRedirectAfterSignIn(from: string | undefined): () => void {
  const navigate = useNavigate()
  const returnPath = useReturnPath()
  const hasRedirected = useRef(false)
  return () => {
    if (hasRedirected.current) return
    hasRedirected.current = true
    forgetTypedEmail()
    void navigate({ href: returnPath(from), replace: true })
  }
}

/** Calls back when somebody signs in, in this tab or another. */
function useSignInElsewhere(onSignedIn: () => void): void {
  const { session } = usePortal()
  const report = useEffectEvent(() => session.get().state === 'user' && onSignedIn())
  useEffect(() => session.subscribe(() => report()), [session])
}

/**
 * For a person who did not come here on purpose: their last action was refused, and they may not know why. Not where the account was deleted: then the notice
 * says that, and nobody can sign in to it.
 */
function SessionOver() {
  const aside = useLive(observePutAside)
  if (aside.state === 'loading' || aside.value?.state === 'deleted') return null
  return (
    <Banner
      tone="note"
      header={t('You have been signed out')}
      messages={[
        t(
          'Your sign-in was too old, or it was ended on another device or by a new password. Sign in, and you are back where you were.',
        ),
      ]}
    />
  )
}
