import { useState } from 'react'
import type { AppBeginAnswer, SecurityAnswer } from '#contract/schemas/second-factor.ts'
import { QrCode } from '#lib/second-factor/qr-code.tsx'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { addApp, beginApp, removeApp } from '../requests.ts'
import { useAdminChange } from '../use-change.ts'
import { useLocalStamp } from '../use-local-stamp.ts'
import styles from './admin.module.css'
import { ChangeProblem } from './change-problem.tsx'

/** An authenticator app: six digits that change every half minute. One per account. */
export function AuthenticatorApp({ app }: { app: SecurityAnswer['app'] }) {
  const [removing, setRemoving] = useState(false)
  const begin = useAdminChange((services, _: undefined, key) => beginApp(services, key))
  const remove = useAdminChange((services, _: undefined, key) => removeApp(services, key))
  const stamp = useLocalStamp()
  return (
    <section className={styles.stack} aria-labelledby="authenticator">
      <h3 id="authenticator">Authenticator app</h3>
      <ChangeProblem error={begin.error ?? remove.error} />
      {app ? (
        <div className={styles.bar}>
          <span>
            Added {stamp(app.added_at)}
            {app.last_used_at === undefined ? '' : `, last used ${stamp(app.last_used_at)}`}
          </span>
          <Button look="quiet" busy={remove.busy} onClick={() => setRemoving(true)}>
            Remove the app
          </Button>
        </div>
      ) : (
        <>
          <p className={styles.note}>
            None yet. Any app that reads these QR codes will do: 1Password, Aegis, Google Authenticator, the
            passwords of your phone.
          </p>
          {begin.done ? (
            <NewApp begun={begin.done} onAgain={begin.edited} />
          ) : (
            <div>
              <Button look="second" busy={begin.busy} onClick={() => begin.submit(undefined)}>
                {begin.busy ? 'STARTING…' : 'SET UP AN APP'}
              </Button>
            </div>
          )}
        </>
      )}
      {removing && (
        <Dialog
          open
          onClose={() => setRemoving(false)}
          title="Remove the authenticator app?"
          actions={
            <>
              <Button
                onClick={() => {
                  setRemoving(false)
                  begin.edited()
                  remove.edited()
                  remove.submit(undefined)
                }}
              >
                REMOVE
              </Button>
              <Button look="second" onClick={() => setRemoving(false)}>
                KEEP
              </Button>
            </>
          }
        >
          <p>Its codes will no longer work.</p>
        </Dialog>
      )}
    </section>
  )
}

/** The secret in groups of four, easier to type from a screen. */
const groups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

function NewApp({ begun, onAgain }: { begun: AppBeginAnswer; onAgain: () => void }) {
  const [code, setCode] = useState('')
  const add = useAdminChange(addApp)
  return (
    <div className={styles.stack}>
      <p>Scan this with the app, or enter the key by hand. Then enter the code that the app shows.</p>
      <QrCode className={styles.qr ?? ''} text={begun.uri} label="QR code for the authenticator app" />
      <p>
        Key: <code className={styles.key}>{groups(begun.secret)}</code>
      </p>
      <ChangeProblem error={add.error} />
      <form
        className={styles.search}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (code.trim() !== '' && !add.busy) add.submit({ challenge: begun.challenge, code: code.trim() })
        }}
      >
        <Field label="Code that the app shows" problem={add.problemOf('code')}>
          {(field) => (
            <TextInput
              {...field}
              name="app-code"
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={7}
              value={code}
              onChange={(event) => {
                setCode(event.target.value)
                add.edited()
              }}
            />
          )}
        </Field>
        <Button type="submit" look="second" busy={add.busy} disabled={code.trim() === ''}>
          {add.busy ? 'CHECKING…' : 'ADD THE APP'}
        </Button>
        <Button look="quiet" onClick={onAgain}>
          Cancel
        </Button>
      </form>
    </div>
  )
}
