import { useState } from 'react'
import { isAtLeast, type StaffRole, staffRoles } from '#contract/rules/roles.ts'
import type { StaffPerson } from '#contract/schemas/staff.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { Select } from '#lib/ui/field.tsx'
import styles from './admin.module.css'
import { roleNameOf, roleNames } from './role-names.ts'

type ChoiceProps = {
  person: StaffPerson
  name: string
  /** The selected role, not saved yet. */
  chosen: StaffRole | undefined
  busy: boolean
  onChoose: (role: StaffRole) => void
  onAsk: () => void
}

/** Somebody's role. Selecting another changes nothing yet, because arrow keys select (WCAG 3.2.2): the button asks for confirmation. */
export function RoleChoice({ person, name, chosen, busy, onChoose, onAsk }: ChoiceProps) {
  const isOther = chosen !== undefined && chosen !== person.role
  return (
    <div className={styles.stack}>
      <Select
        aria-label={`Role of ${name}`}
        name={`role-${person.id}`}
        value={chosen ?? person.role}
        disabled={busy}
        onChange={(event) => onChoose(event.target.value as StaffRole)}
      >
        {staffRoles.map((role) => (
          <option key={role} value={role}>
            {roleNames[role]}
          </option>
        ))}
      </Select>
      <Button
        look="second"
        aria-label={`Change the role of ${name}`}
        aria-disabled={busy || !isOther}
        onClick={() => {
          if (!busy && isOther) onAsk()
        }}
      >
        Change
      </Button>
    </div>
  )
}

type DialogProps = {
  person: StaffPerson
  name: string
  role: StaffRole
  onClose: () => void
  onChange: (signsTabletsOut: boolean) => void
}

/** Asks for confirmation before a role is changed, naming both roles. */
export function RoleDialog({ person, name, role, onClose, onChange }: DialogProps) {
  // Only managers and owners can sign tablets in.
  const tablets = isAtLeast(role, 'manager') ? [] : (person.tablets ?? [])
  const [isTicked, setTicked] = useState(tablets.length > 0)
  const [from, to] = [roleNameOf(person.role), roleNames[role]]
  const actions = (
    <>
      <Button onClick={() => onChange(isTicked)}>CHANGE TO {to.toUpperCase()}</Button>
      <Button look="second" onClick={onClose}>
        KEEP {from.toUpperCase()}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={person.is_self ? 'Change your own role?' : `Change the role of ${name}?`}
      actions={actions}
    >
      <p>
        From {from} to {to}. Takes effect immediately:{' '}
        {person.is_self
          ? 'you are signed out everywhere. You cannot change it back yourself: only an owner changes roles.'
          : 'they are signed out everywhere, and sign in again.'}
      </p>
      <TheirTablets tablets={tablets} isTicked={isTicked} onTick={setTicked} />
    </Dialog>
  )
}

/** The tablets that somebody signed in: they stay signed in after that person's role ends, unless they are signed out, too. */
export function TheirTablets({
  tablets,
  isTicked,
  onTick,
}: {
  tablets: readonly string[]
  isTicked: boolean
  onTick: (isTicked: boolean) => void
}) {
  if (tablets.length === 0) return null
  return (
    <label className={styles.tick}>
      <input type="checkbox" checked={isTicked} onChange={({ target }) => onTick(target.checked)} />
      <span>Also sign out the tablets that they set up: {tablets.join(', ')}</span>
    </label>
  )
}
