import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { staffEndpoints } from '#contract/endpoints/staff.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useRepeatKey } from '#lib/query/use-repeat-key.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { Button } from '#lib/ui/button.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { keepTablet } from '../tablet.ts'
import styles from './kitchen.module.css'

/** Signs this device in as a kitchen tablet. A request without an answer is repeated under the same key, because a code can be used once. */
function useTabletSignIn() {
  const { load, facts } = usePortal()
  const { keyOf, noteOutcome } = useRepeatKey()
  const sending = useSingleMutation({
    mutationFn: async (code: string) => {
      const services = await load()
      const body = { code }
      return await services.api.send(staffEndpoints.signInTablet, { body, key: keyOf(services, body) })
    },
    onSuccess: (tablet) => keepTablet(facts.host.locationId, tablet),
    onSettled: (_, cause) => noteOutcome(cause),
  })
  return {
    submit: (code: string) => sending.mutate(code),
    busy: sending.isPending,
    error: sending.error ? asAppError(sending.error) : undefined,
    edited: () => sending.isError && sending.reset(),
  }
}

/** `/kitchen` on a device without a sign-in: takes a manager's code, or leads to the login. `wasSignedOut`: it was a tablet until just now. */
export function TabletSignIn({ wasSignedOut }: { wasSignedOut: boolean }) {
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const signIn = useTabletSignIn()
  const digits = code.replace(/\D/g, '')
  const problem = tried && digits.length !== 8 ? 'Please enter the eight digits of the code' : undefined
  return (
    <div className={styles.signIn}>
      {wasSignedOut && !signIn.error && (
        <Banner
          tone="note"
          header="This tablet was signed out"
          messages={['A manager can give you a new code.']}
        />
      )}
      {signIn.error && (
        <Banner
          tone="error"
          header="Error"
          messages={explain(signIn.error)}
          reference={signIn.error.details.requestId}
        />
      )}
      <form
        className={styles.codeForm}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (digits.length === 8) signIn.submit(digits)
        }}
      >
        <Field
          label="Code for this tablet"
          hint="A manager creates one under Administration, Tablets. It expires after ten minutes."
          problem={problem}
        >
          {(field) => (
            <TextInput
              {...field}
              name="tablet-code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              value={code}
              onChange={(event) => {
                setCode(event.target.value)
                signIn.edited()
              }}
            />
          )}
        </Field>
        <Button type="submit" full busy={signIn.busy}>
          {signIn.busy ? 'SIGNING IN…' : 'SIGN THIS TABLET IN'}
        </Button>
      </form>
      <p>
        Do you have an account?{' '}
        <Link to="/login" state={{ from: '/kitchen' }}>
          Sign in
        </Link>
      </p>
    </div>
  )
}
