import { useState } from 'react'
import { Banner } from '#lib/paint/banner.tsx'
import { useSecurity } from '../queries.ts'
import { AdminList } from './admin-states.tsx'
import styles from './admin.module.css'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** The second factors: passkeys, an authenticator app, and recovery codes for when those are lost. */
export function Security() {
  const security = useSecurity()
  // Returned only once: they stay on the screen while the list is read again.
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <section className={styles.stack} aria-labelledby="security">
      <h2 id="security">Sign-in security</h2>
      <p>
        With two-step verification, a password alone isn’t enough to sign in. You are asked for the second
        step when you sign in, and before anything that moves money or changes permissions if you have not
        shown it for five minutes.
      </p>
      <AdminList read={security} isEmpty={() => false} empty="">
        {(answer) => {
          const isSetUp = answer.passkeys.length > 0 || answer.app !== undefined
          return (
            <>
              {answer.is_required && !isSetUp && (
                <Banner
                  tone="note"
                  header="Please set up two-step verification"
                  messages={[
                    'This restaurant requires it before anything that moves money or changes permissions.',
                  ]}
                />
              )}
              <Passkeys passkeys={answer.passkeys} />
              <AuthenticatorApp app={answer.app} />
              {isSetUp && answer.recovery_codes_left === 0 && codes === undefined && (
                <Banner
                  tone="note"
                  header="Please generate recovery codes"
                  messages={['Without them, a lost phone locks you out until an owner lets you in again.']}
                />
              )}
              {isSetUp && (
                <RecoveryCodes left={answer.recovery_codes_left} codes={codes} onCodes={setCodes} />
              )}
            </>
          )
        }}
      </AdminList>
    </section>
  )
}
