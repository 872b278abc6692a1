import { useState } from 'react'
import type { Passkey } from '#contract/schemas/second-factor.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { hasPasskeys, makePasskey } from '#lib/second-factor/browser.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from '../requests.ts'
import { useAdminChange } from '../use-change.ts'
import { useKeptTexts } from '../use-kept-texts.ts'
import { useLocalStamp } from '../use-local-stamp.ts'
import { RecordsTable } from './admin-states.tsx'
import { useClosing, useDialogInput } from '#lib/query/use-dialog-input.ts'
import styles from './admin.module.css'
import { ChangeProblem } from './change-problem.tsx'
import { NameForm } from './name-form.tsx'

/** Passkeys: a phone, a computer or a security key that proves who one is. Each has a name to recognize it by. */
export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [renaming, setRenaming] = useState<Passkey>()
  const [removing, setRemoving] = useState<Passkey>()
  const remove = useAdminChange(removePasskey)
  const stamp = useLocalStamp()
  return (
    <section className={styles.stack} aria-labelledby="passkeys">
      <h3 id="passkeys">Passkeys</h3>
      <ChangeProblem error={remove.error} />
      {passkeys.length === 0 ? (
        <p className={styles.note}>
          None yet. A passkey is your fingerprint, your face or the PIN of your phone or computer.
        </p>
      ) : (
        <RecordsTable caption="Your passkeys" head={['Name', 'Change']} busy={remove.busy}>
          {passkeys.map((passkey) => (
            <tr key={passkey.id}>
              <th scope="row">
                {passkey.name}
                <span className={styles.note}>
                  for {passkey.host}, added {stamp(passkey.added_at)},{' '}
                  {passkey.last_used_at === undefined
                    ? 'not used yet'
                    : `last used ${stamp(passkey.last_used_at)}`}
                </span>
              </th>
              <td>
                <Button
                  look="quiet"
                  aria-label={`Rename ${passkey.name}`}
                  onClick={() => setRenaming(passkey)}
                >
                  Rename
                </Button>
                <Button
                  look="quiet"
                  busy={remove.busy}
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => setRemoving(passkey)}
                >
                  Remove
                </Button>
              </td>
            </tr>
          ))}
        </RecordsTable>
      )}
      {hasPasskeys() ? <NewPasskey /> : <p className={styles.note}>This browser has no passkeys.</p>}
      {renaming && <RenameDialog passkey={renaming} onClose={() => setRenaming(undefined)} />}
      {removing && (
        <Dialog
          open
          onClose={() => setRemoving(undefined)}
          title={`Remove ${removing.name}?`}
          actions={
            <>
              <Button
                onClick={() => {
                  setRemoving(undefined)
                  remove.edited()
                  remove.submit(removing.id)
                }}
              >
                REMOVE
              </Button>
              <Button look="second" onClick={() => setRemoving(undefined)}>
                KEEP
              </Button>
            </>
          }
        >
          <p>
            It can no longer be used to sign in. Delete it on the device, too, so that it is not offered
            there.
          </p>
        </Dialog>
      )}
    </section>
  )
}

const reasons = {
  'given-up': 'No passkey was created. Nothing was changed.',
  known: 'This device has a passkey for your account already.',
  impossible: 'This device or browser could not create a passkey.',
} as const

function NewPasskey() {
  const { typed, type, clear } = useKeptTexts('passkey', { name: '' })
  const [reason, setReason] = useState<keyof typeof reasons>()
  const add = useAdminChange(async (services, wanted: string) => {
    const { challenge, options } = await beginPasskey(services)
    const made = await makePasskey(options)
    if ('none' in made) return setReason(made.none)
    // Each try creates another passkey, so each gets its own key.
    const key = services.ids.uuid()
    await addPasskey(services, { challenge, name: wanted, credential: made.credential }, key)
    clear()
    return undefined
  })
  return (
    <>
      <ChangeProblem error={add.error} />
      {reason !== undefined && <Banner tone="note" header={reasons[reason]} />}
      <NameForm
        name="passkey-name"
        label="Name of the new passkey"
        missing="Please enter a name, such as “My phone”"
        button={{ label: 'ADD A PASSKEY', busy: 'ADDING…' }}
        change={add}
        value={typed.name}
        onType={(name) => type({ name })}
        onSubmit={(wanted) => {
          setReason(undefined)
          add.submit(wanted)
        }}
      />
    </>
  )
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const input = useDialogInput<{ name: string }>('passkey', passkey.id, passkey.name)
  const [name, setName] = useState(input.kept?.name ?? passkey.name)
  const rename = useAdminChange(renamePasskey, onClose)
  const send = (): void => {
    if (name.trim() === '' || rename.busy) return
    input.noteSent()
    rename.submit({ id: passkey.id, name: name.trim() })
  }
  const { dismiss, close } = useClosing(input, {
    typed: { name },
    error: rename.error,
    sending: rename.busy,
    onClose,
  })
  return (
    <Dialog
      open
      onClose={dismiss}
      title={`Rename ${passkey.name}`}
      actions={
        <>
          <Button busy={rename.busy} disabled={name.trim() === ''} onClick={send}>
            {rename.busy ? 'SAVING…' : 'SAVE'}
          </Button>
          <Button look="second" disabled={rename.busy} onClick={close}>
            CANCEL
          </Button>
        </>
      }
    >
      <form
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <ChangeProblem error={rename.error} />
        <Field label="Name" problem={rename.problemOf('name')}>
          {(field) => (
            <TextInput
              {...field}
              name="passkey-new-name"
              autoComplete="off"
              maxLength={60}
              value={name}
              onChange={(event) => {
                setName(event.target.value)
                rename.edited()
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
