import { t } from '#contract/language.ts'
import { useState } from 'react'
import type { Proof, ProofRequest } from '#contract/schemas/second-factor.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { fieldMessage } from '#lib/errors/field-refusal.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Button } from '#lib/ui/button.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { PasswordInput, PasswordOwner } from '#lib/ui/password-input.tsx'
import { hasPasskeys, showPasskey } from './browser.ts'
import styles from './proof-form.module.css'

type ProofFormProps = {
  request: ProofRequest
  /** The account's email, for password managers. */
  email: string
  busy: boolean
  error: AppError | undefined
  onProof: (proof: Proof) => void
  /** Called on an edit: clears the error. */
  onEdited: () => void
}

const shown = ['passkey', 'totp', 'recovery', 'password'] as const
type Shown = (typeof shown)[number]
const isShown = (way: string): way is Shown => shown.some((one) => one === way)

/** The form replaces another one: keyboard users continue in it. */
const focus = (element: HTMLElement | null): void => element?.focus()

/** Asks for a passkey, a code or the password: shows the easiest available one, the others are a tap away. */
export function ProofForm(props: ProofFormProps) {
  const { request, error, onEdited } = props
  const ways = request.ways.filter(isShown).filter((way) => way !== 'passkey' || hasPasskeys())
  const [chosen, setChosen] = useState<Shown>()
  const way = chosen ?? ways[0]
  return (
    <div className={styles.proof}>
      {error && <Banner intoView tone="error" header={t('That did not work')} messages={explain(error)} />}
      {way === undefined && <p>{otherwise(request.ways)}</p>}
      {way === 'passkey' && <PasskeyButton {...props} />}
      {way !== undefined && way !== 'passkey' && <Typed key={way} way={way} {...props} />}
      {ways.length > 1 && (
        <div className={styles.others}>
          {ways
            .filter((one) => one !== way)
            .map((one) => (
              <Button
                key={one}
                look="quiet"
                onClick={() => {
                  setChosen(one)
                  onEdited()
                }}
              >
                {insteadOf(one)}
              </Button>
            ))}
        </div>
      )}
    </div>
  )
}

/** What to do where no proof can be given on this page. */
function otherwise(ways: readonly string[]): string {
  if (ways.includes('set_up'))
    return t(
      'This restaurant requires two-step verification for this. Please set it up under “Sign-in security” in Administration.',
    )
  if (ways.includes('sign_in'))
    return t(
      'This account has no password. Please sign out, sign in again as you always do, and come back here within five minutes.',
    )
  return t('None of your passkeys works on this device. Please ask an owner of the restaurant for help.')
}

const insteadOf = (way: Shown): string =>
  ({
    passkey: t('Use a passkey instead'),
    totp: t('Use your authenticator app instead'),
    recovery: t('Use a recovery code instead'),
    password: t('Use your password instead'),
  })[way]

function PasskeyButton({ request, busy, onProof, onEdited }: ProofFormProps) {
  const [problem, setProblem] = useState<string>()
  const use = async (): Promise<void> => {
    setProblem(undefined)
    onEdited()
    const outcome = await showPasskey(request.passkey ?? {})
    if ('credential' in outcome) onProof({ kind: 'passkey', credential: outcome.credential })
    else
      setProblem(
        outcome.none === 'given-up'
          ? t('No passkey was used. Try again, or use another way.')
          : t('Passkeys do not work here. Please use another way.'),
      )
  }
  return (
    <>
      {problem !== undefined && <Banner tone="note" header={problem} />}
      <Button ref={focus} full busy={busy} onClick={() => void use()}>
        {busy ? t('CHECKING…') : t('USE A PASSKEY')}
      </Button>
    </>
  )
}

function Typed({
  way,
  email,
  busy,
  error,
  onProof,
  onEdited,
}: ProofFormProps & { way: Exclude<Shown, 'passkey'> }) {
  const [typed, setTyped] = useState('')
  const proof: Proof = way === 'password' ? { kind: way, password: typed } : { kind: way, code: typed.trim() }
  const field = way === 'password' ? 'password' : 'code'
  const problem = fieldMessage(error, field)
  const edit = (text: string): void => {
    setTyped(text)
    onEdited()
  }
  return (
    <form
      method="post"
      noValidate
      className={styles.proof}
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '' && !busy) onProof(proof)
      }}
    >
      {way === 'password' && <PasswordOwner email={email} />}
      <Field label={labelOf(way)} problem={problem}>
        {(props) =>
          way === 'password' ? (
            <PasswordInput
              {...props}
              ref={focus}
              name="password"
              autoComplete="current-password"
              value={typed}
              onChange={(event) => edit(event.target.value)}
            />
          ) : (
            <TextInput
              {...props}
              ref={focus}
              name={way === 'totp' ? 'one-time-code' : 'recovery-code'}
              autoComplete={way === 'totp' ? 'one-time-code' : 'off'}
              inputMode={way === 'totp' ? 'numeric' : 'text'}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={way === 'totp' ? 7 : 20}
              value={typed}
              onChange={(event) => edit(event.target.value)}
            />
          )
        }
      </Field>
      <Button type="submit" full busy={busy} disabled={typed.trim() === ''}>
        {busy ? t('CHECKING…') : t('CONTINUE')}
      </Button>
    </form>
  )
}

const labelOf = (way: Exclude<Shown, 'passkey'>): string =>
  ({
    totp: t('Code from your authenticator app'),
    recovery: t('One of your recovery codes'),
    password: t('Your password'),
  })[way]
