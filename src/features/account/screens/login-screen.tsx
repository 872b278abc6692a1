import { t } from '#contract/language.ts'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { ProofRequest } from '#contract/schemas/second-factor.ts'
import { findSecondStep } from '#lib/second-factor/proof-request.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { PasswordInput } from '#lib/ui/password-input.tsx'
import { AccountPage, FormLinks } from '../components/account-page.tsx'
import { ResultBanner } from '../components/result-banner.tsx'
import { SigningOut } from '../components/signing-out.tsx'
import { SocialButtons } from '../components/social-buttons.tsx'
import { useReturnPath } from '../return-path.ts'
import { useLeaving } from '../use-leaving.ts'
import { useSubmission } from '../use-submission.ts'

/** For staff alone: nobody else downloads it. */
const SecondStep = lazy(() => import('../components/second-step.tsx'))

/** `/login`. Coming here ends the session that there was (specification §2: on mount it clears login, user and card state). */
export function LoginScreen() {
  const leaving = useLeaving()
  const title = leaving.state === 'asking' || leaving.state === 'unplaced' ? t('Sign out') : t('Sign in')
  return (
    <AccountPage title={title}>
      {leaving.state === 'done' ? <LoginForm /> : <SigningOut leaving={leaving} />}
    </AccountPage>
  )
}

function LoginForm() {
  const navigate = useNavigate()
  const { from, isSessionOver } = useLocation({ select: ({ state }) => state })
  const returnPath = useReturnPath()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [secondStep, setSecondStep] = useState<ProofRequest>()
  const leadOn = (): void => void navigate({ href: returnPath(from), replace: true })
  const submission = useSubmission(async (services, credentials: { email: string; password: string }) => {
    await services.session.signIn({
      kind: 'password',
      email: credentials.email.trim(),
      password: credentials.password,
    })
    return ''
  }, leadOn)
  const send = (form: HTMLFormElement): void => {
    // From the fields themselves: what a password manager has filled in, not every browser tells the page before a key is pressed.
    const filled = new FormData(form)
    const given = {
      email: String(filled.get('username') ?? ''),
      password: String(filled.get('password') ?? ''),
    }
    setEmail(given.email)
    setPassword(given.password)
    setTried(true)
    const missing = given.email.trim() === '' ? 'username' : given.password === '' ? 'password' : undefined
    if (missing) form.querySelector<HTMLElement>(`[name="${missing}"]`)?.focus()
    else if (!submission.busy)
      submission.submit(given, { onRefused: (error) => setSecondStep(findSecondStep(error)) })
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
          onSignedIn={leadOn}
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
          <Button type="submit" full disabled={submission.busy}>
            {submission.busy ? t('SIGNING IN…') : t('LOGIN')}
          </Button>
        </Box>
      </form>
      <SocialButtons onSignedIn={leadOn} onSecondStep={setSecondStep} />
      <FormLinks>
        <Link to="/forgotpassword">{t('FORGOT PASSWORD?')}</Link>
        <Link to="/signup">{t('CREATE AN ACCOUNT')}</Link>
        <Link to="/">{t('SKIP')}</Link>
      </FormLinks>
    </>
  )
}

/** To whoever did not ask to be here: what they did last was refused, and they may not know why. */
const SessionOver = () => (
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
