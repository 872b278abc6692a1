import { useState } from 'react'
import { isEmail } from '#contract/rules/contact.ts'
import { inviteRoles } from '#contract/schemas/admin.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { usePortal } from '#lib/query/portal-context.tsx'
import { Button } from '#lib/ui/button.tsx'
import { Field, Select, TextInput } from '#lib/ui/field.tsx'
import { type Invitation, inviteUser } from '../requests.ts'
import { useAdminChange } from '../use-change.ts'
import { useKeptTexts } from '../use-kept-texts.ts'
import styles from './admin.module.css'
import { ChangeProblem } from './change-problem.tsx'
import { roleNames } from './role-names.ts'

/** What is typed; no role is preselected. */
type Typed = Record<keyof Invitation, string>
const blank: Typed = { email: '', firstName: '', lastName: '', role: '' }

/** Invites somebody by email. The form is cleared once the invitation is sent. */
export function InviteForm() {
  const { facts } = usePortal()
  const { typed, type, clear } = useKeptTexts('invite', blank)
  const role = inviteRoles.find((one) => one === typed.role)
  const [tried, setTried] = useState(false)
  const change = useAdminChange(
    (services, invitation: Invitation, key) => inviteUser(services, invitation, facts.host.adminURL, key),
    () => {
      clear()
      setTried(false)
    },
  )
  const problems: Partial<Record<keyof Invitation, string>> = {
    ...(!isEmail(typed.email) && { email: 'Please enter a valid email address' }),
    ...(typed.firstName.trim() === '' && { firstName: 'Please enter a valid first name' }),
    ...(typed.lastName.trim() === '' && { lastName: 'Please enter a valid last name' }),
    ...(role === undefined && { role: 'Please choose a role' }),
  }
  const problemOf = (field: keyof Invitation): string | undefined =>
    (tried ? problems[field] : undefined) ?? change.problemOf(field)
  const set = (part: Partial<Typed>): void => {
    type(part)
    change.edited()
  }
  return (
    <section className={styles.stack} aria-labelledby="invite">
      <h2 id="invite">Invite a user</h2>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (Object.keys(problems).length === 0 && role !== undefined && !change.busy)
            change.submit({ ...typed, role })
        }}
      >
        <ChangeProblem error={change.error} />
        {change.done !== undefined && <Banner tone="success" header="Success!" messages={[change.done]} />}
        <Field label="Email" problem={problemOf('email')}>
          {(field) => (
            <TextInput
              {...field}
              name="invite-email"
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              value={typed.email}
              onChange={(event) => set({ email: event.target.value })}
            />
          )}
        </Field>
        <Field label="First name" problem={problemOf('firstName')}>
          {(field) => (
            <TextInput
              {...field}
              name="invite-first"
              autoComplete="off"
              maxLength={120}
              value={typed.firstName}
              onChange={(event) => set({ firstName: event.target.value })}
            />
          )}
        </Field>
        <Field label="Last name" problem={problemOf('lastName')}>
          {(field) => (
            <TextInput
              {...field}
              name="invite-last"
              autoComplete="off"
              maxLength={120}
              value={typed.lastName}
              onChange={(event) => set({ lastName: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Role"
          hint="Guest: an account to order with, nothing else. Kitchen: sees orders and updates their status. Manager: also cancels orders and issues refunds. Owner: everything."
          problem={problemOf('role')}
        >
          {(field) => (
            <Select
              {...field}
              name="invite-role"
              value={role ?? ''}
              onChange={(event) => set({ role: event.target.value })}
            >
              {role === undefined && (
                <option value="" disabled>
                  Choose a role
                </option>
              )}
              {inviteRoles.map((role) => (
                <option key={role} value={role}>
                  {roleNames[role]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div>
          <Button type="submit" busy={change.busy}>
            {change.busy ? 'SENDING…' : 'SEND INVITATION'}
          </Button>
        </div>
      </form>
    </section>
  )
}
