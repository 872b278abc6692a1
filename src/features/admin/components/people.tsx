import { useState } from 'react'
import { type Role, type StaffRole, staffRoles } from '#contract/rules/roles.ts'
import type { StaffPerson } from '#contract/schemas/staff.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { Select } from '#lib/ui/field.tsx'
import { useStaff } from '../queries.ts'
import { changeRole, takeSecondFactors } from '../requests.ts'
import { useAdminChange } from '../use-change.ts'
import { AdminList, RecordsTable } from './admin-states.tsx'
import styles from './admin.module.css'
import { roleNames } from './role-names.ts'

/** Who works there: another role, or none any more. A new one comes by an invitation. */
export function People() {
  const staff = useStaff()
  const [removing, setRemoving] = useState<StaffPerson>()
  const [losing, setLosing] = useState<StaffPerson>()
  const taking = useAdminChange(takeSecondFactors)
  const change = useAdminChange((services, { id, role }: { id: string; role: Role }, key) =>
    changeRole(services, id, role, key),
  )
  const set = (person: StaffPerson, role: Role): void => {
    change.edited()
    change.submit({ id: person.id, role })
  }
  return (
    <section className={styles.stack} aria-labelledby="people">
      <h2 id="people">People</h2>
      {[change.error, taking.error].map(
        (error) =>
          error && (
            <Banner
              key={error.message}
              tone="error"
              header="Error"
              messages={explain(error)}
              reference={error.details.requestId}
            />
          ),
      )}
      {taking.done && (
        <Banner
          tone="success"
          header="Success!"
          messages={['They sign in with their password alone now, and were told by email.']}
        />
      )}
      <AdminList read={staff} isEmpty={({ people }) => people.length === 0} empty="Nobody works here yet.">
        {({ people }) => (
          <RecordsTable
            caption="Who works here"
            head={['Name', 'Role', 'Second step', 'Remove']}
            busy={staff.busy || change.busy || taking.busy}
          >
            {people.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                busy={change.busy}
                onRole={(role) => set(person, role)}
                onRemove={() => setRemoving(person)}
                onLost={() => setLosing(person)}
              />
            ))}
          </RecordsTable>
        )}
      </AdminList>
      {removing && (
        <RemoveDialog
          name={nameOf(removing)}
          onClose={() => setRemoving(undefined)}
          onRemove={() => {
            setRemoving(undefined)
            set(removing, 'member')
          }}
        />
      )}
      {losing && (
        <LostDialog
          name={nameOf(losing)}
          onClose={() => setLosing(undefined)}
          onTake={() => {
            setLosing(undefined)
            taking.edited()
            taking.submit(losing.id)
          }}
        />
      )}
    </section>
  )
}

const nameOf = ({ name, email }: StaffPerson): string => name || email

function PersonRow(props: {
  person: StaffPerson
  busy: boolean
  onRole: (role: StaffRole) => void
  onRemove: () => void
  onLost: () => void
}) {
  const { person, busy, onRole, onRemove, onLost } = props
  const name = nameOf(person)
  return (
    <tr>
      <th scope="row">
        {name}
        {person.is_self ? ' (you)' : ''}
        <span className={styles.note}>
          {person.email}
          {person.is_invited ? ' · invited, has not signed up yet' : ''}
        </span>
      </th>
      <td className={styles.choice}>
        <Select
          aria-label={`Role of ${name}`}
          name={`role-${person.id}`}
          value={person.role}
          disabled={busy}
          onChange={(event) => onRole(event.target.value as StaffRole)}
        >
          {staffRoles.map((role) => (
            <option key={role} value={role}>
              {roleNames[role]}
            </option>
          ))}
        </Select>
      </td>
      <td>
        <SecondStep person={person} name={name} busy={busy} onLost={onLost} />
      </td>
      <td>
        <Button look="quiet" disabled={busy} aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </td>
    </tr>
  )
}

/** Whether somebody shows something beside their password. Lost, an owner takes it away; one's own stands under "Sign-in security". */
function SecondStep(props: { person: StaffPerson; name: string; busy: boolean; onLost: () => void }) {
  const { person, name, busy, onLost } = props
  if (!person.has_second_factor) return 'None'
  if (person.is_self) return 'Set up'
  return (
    <Button look="quiet" disabled={busy} aria-label={`Take the second step of ${name} away`} onClick={onLost}>
      Take away
    </Button>
  )
}

function LostDialog(props: { name: string; onClose: () => void; onTake: () => void }) {
  const { name, onClose, onTake } = props
  const actions = (
    <>
      <Button onClick={onTake}>TAKE AWAY</Button>
      <Button look="second" onClick={onClose}>
        KEEP
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={`Has ${name} lost their phone?`} actions={actions}>
      <p>
        Their passkeys, authenticator app and recovery codes are taken away, and they are signed out
        everywhere. They sign in with their password alone until they set them up again. They are told by
        email.
      </p>
    </Dialog>
  )
}

function RemoveDialog(props: { name: string; onClose: () => void; onRemove: () => void }) {
  const { name, onClose, onRemove } = props
  const actions = (
    <>
      <Button onClick={onRemove}>REMOVE {name}</Button>
      <Button look="second" onClick={onClose}>
        KEEP
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={`Remove ${name} from the staff?`} actions={actions}>
      <p>It counts at once. The account stays a guest’s, with its own orders and gift cards.</p>
    </Dialog>
  )
}
