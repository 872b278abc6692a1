import { useState } from 'react'
import type { Tablet, TabletCodeAnswer } from '#contract/schemas/staff.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { useLostAnswer } from '#lib/query/use-lost-answer.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { useTablets } from '../queries.ts'
import { makeTabletCode, signOutTablet } from '../requests.ts'
import { useAdminChange } from '../use-change.ts'
import { useKeptTexts } from '../use-kept-texts.ts'
import { useLocalStamp } from '../use-local-stamp.ts'
import { AdminList, RecordsTable } from './admin-states.tsx'
import styles from './admin.module.css'
import { ChangeProblem } from './change-problem.tsx'
import { NameForm } from './name-form.tsx'

/** The kitchen's tablets: creates a code for a new one, and signs one out remotely. */
export function Tablets() {
  const tablets = useTablets()
  const stamp = useLocalStamp()
  const [asked, setAsked] = useState<Tablet>()
  const [left, setLeft] = useState('')
  const leaving = useAdminChange(signOutTablet)
  const [isLeft, setIsLeft] = useState(false)
  const { answer } = tablets
  useLostAnswer(
    leaving.lost !== undefined &&
      answer !== undefined &&
      !answer.tablets.some(({ id }) => id === leaving.lost),
    () => {
      leaving.edited()
      setIsLeft(true)
    },
  )
  return (
    <section className={styles.stack} aria-labelledby="tablets">
      <h2 id="tablets">Tablets</h2>
      <p>
        A tablet in the kitchen needs no account: it shows orders, updates their status and marks dishes sold
        out, and can do nothing else.
      </p>
      <NewTablet />
      <ChangeProblem error={leaving.error} />
      {(leaving.done || isLeft) && left !== '' && (
        <Banner tone="success" header="Done" messages={[`${left} is signed out.`]} />
      )}
      {asked && (
        <SignOutDialog
          name={asked.name}
          onClose={() => setAsked(undefined)}
          onSignOut={() => {
            setAsked(undefined)
            setLeft(asked.name)
            setIsLeft(false)
            leaving.submit(asked.id)
          }}
        />
      )}
      <AdminList
        read={tablets}
        isEmpty={(answer) => answer.tablets.length === 0}
        empty="No tablet is signed in."
      >
        {(answer) => (
          <>
            <RecordsTable
              caption="The kitchen’s tablets"
              head={['Name', 'Signed in', 'Last seen', 'Sign out']}
              busy={tablets.busy || leaving.busy}
            >
              {answer.tablets.map((tablet) => (
                <tr key={tablet.id}>
                  <th scope="row">{tablet.name}</th>
                  <td className={styles.detail}>
                    {signedIn(tablet, stamp)}
                    {tablet.made_by !== undefined && (
                      <span className={styles.note}>set up by {tablet.made_by}</span>
                    )}
                  </td>
                  <td className={styles.nowrap}>
                    {tablet.last_seen_at === undefined ? '' : stamp(tablet.last_seen_at)}
                  </td>
                  <td>
                    <Button
                      look="quiet"
                      busy={leaving.busy}
                      aria-label={`Sign out ${tablet.name}`}
                      onClick={() => setAsked(tablet)}
                    >
                      Sign out
                    </Button>
                  </td>
                </tr>
              ))}
            </RecordsTable>
            <p className={styles.note}>
              A tablet that is not used for {answer.unused_days} days is signed out automatically.
            </p>
          </>
        )}
      </AdminList>
    </section>
  )
}

/** Asks for confirmation, because the tablet may be in use. */
function SignOutDialog({
  name,
  onClose,
  onSignOut,
}: {
  name: string
  onClose: () => void
  onSignOut: () => void
}) {
  const actions = (
    <>
      <Button onClick={onSignOut}>SIGN OUT</Button>
      <Button look="second" onClick={onClose}>
        KEEP SIGNED IN
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={`Sign out ${name}?`} actions={actions}>
      <p>It stops showing orders until somebody enters a new code on it.</p>
    </Dialog>
  )
}

const signedIn = ({ signed_in_at: at, code_ends_at: ends }: Tablet, stamp: (iso: string) => string): string =>
  at === undefined ? `code expires at ${stamp(ends ?? '')}` : stamp(at)

function NewTablet() {
  const { typed, type, clear } = useKeptTexts('tablet', { name: '' })
  const stamp = useLocalStamp()
  const making = useAdminChange(makeTabletCode, clear)
  return (
    <>
      <ChangeProblem error={making.error} />
      <NameForm
        name="tablet-name"
        label="Name of the tablet"
        missing="Please enter a name for the tablet"
        button={{ label: 'CREATE CODE', busy: 'CREATING…' }}
        change={making}
        value={typed.name}
        onType={(name) => type({ name })}
        onSubmit={making.submit}
      />
      {making.done && <Code made={making.done} stamp={stamp} />}
    </>
  )
}

function Code({ made, stamp }: { made: TabletCodeAnswer; stamp: (iso: string) => string }) {
  const { code, tablet } = made
  return (
    <div className={styles.code} role="status">
      <span>
        Enter this at /kitchen on “{tablet.name}” until {stamp(tablet.code_ends_at ?? '')}. It works once.
      </span>
      <strong className={styles.digits}>
        {code.slice(0, 4)} {code.slice(4)}
      </strong>
    </div>
  )
}
