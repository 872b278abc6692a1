import { Button } from '#lib/ui/button.tsx'
import { makeRecoveryCodes } from '../requests.ts'
import { useAdminChange } from '../use-change.ts'
import styles from './admin.module.css'
import { ChangeProblem } from './change-problem.tsx'

type Props = {
  left: number
  /** Just created: shown only this once. */
  codes: readonly string[] | undefined
  onCodes: (codes: readonly string[]) => void
}

/** Codes for a lost phone: each works once. */
export function RecoveryCodes({ left, codes, onCodes }: Props) {
  const make = useAdminChange((services, _: undefined, key) => makeRecoveryCodes(services, key), onCodes)
  return (
    <section className={styles.stack} aria-labelledby="recovery">
      <h3 id="recovery">Recovery codes</h3>
      <p className={styles.note}>
        For when your phone is lost: each signs you in once, in place of the passkey or the app. Print them,
        or keep them in a password manager, and not on the phone alone.
      </p>
      <ChangeProblem error={make.error} />
      {codes && (
        <div className={styles.code} role="status">
          <span>Your new codes. Shown only once. Any earlier codes no longer work.</span>
          <ul className={styles.codes}>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <Button look="second" onClick={() => window.print()}>
            PRINT
          </Button>
        </div>
      )}
      <div className={styles.bar}>
        <span>{left === 0 ? 'You have none.' : `You have ${left} left.`}</span>
        <Button look="second" busy={make.busy} onClick={() => make.submit(undefined)}>
          {make.busy ? 'GENERATING…' : left === 0 ? 'GENERATE RECOVERY CODES' : 'GENERATE NEW CODES'}
        </Button>
      </div>
    </section>
  )
}
