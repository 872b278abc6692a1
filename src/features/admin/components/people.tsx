import { useState } from 'react'
import { type Role, roles, type StaffRole } from '#contract/rules/roles.ts'
import type { StaffPerson } from '#contract/schemas/staff.ts'
import type { Services } from '#lib/query/services.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { useLostAnswer } from '#lib/query/use-lost-answer.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { type PeopleView, useStaff, useStaffByEmail } from '../queries.ts'
import { changeRole, takeSecondFactors } from '../requests.ts'
import { type AdminChange, useAdminChange } from '../use-change.ts'
import { AdminList, RecordsTable } from './admin-states.tsx'
import styles from './admin.module.css'
import { ChangeProblem } from './change-problem.tsx'
import { Pager } from './pager.tsx'
import { PeopleSearch } from './people-search.tsx'
import { RoleChoice, RoleDialog, TheirTablets } from './role-choice.tsx'
import { roleNames } from './role-names.ts'

/** The staff: change or remove their roles. New staff come by invitation. */
export function People() {
  const [view, setView] = useState<PeopleView>({ search: '', page: 1 })
  const staff = useStaff(view)
  const [removing, setRemoving] = useState<StaffPerson>()
  const [losing, setLosing] = useState<StaffPerson>()
  const taking = useAdminChange(takeTheirs)
  const [choice, setChoice] = useState<{ person: StaffPerson; role: StaffRole; isAsked: boolean }>()
  const change = useRoleChange(staff.retry)
  const [found, setFound] = useState('')
  const rereadLost = useLostChanges(change, taking, setFound)
  const forget = (): void => {
    taking.edited()
    change.edited()
    setFound('')
  }
  const set = (person: StaffPerson, role: Role, signsTabletsOut: boolean): void => {
    forget()
    const { id, email } = person
    // The role that the screen showed when the dialog opened: the list behind it may be newer.
    const seen = roles.find((one) => one === person.role)
    change.submit({ id, email, name: nameOf(person), role, seen, signsTabletsOut })
  }
  return (
    <section className={styles.stack} aria-labelledby="people">
      <h2 id="people">People</h2>
      <ChangeProblem error={change.error ?? taking.error} />
      {taking.done && <Done words={takenWords} />}
      {change.done !== undefined && <Done words={change.done} />}
      {found !== '' && <Done words={found} />}
      <PeopleSearch
        search={view.search}
        isLong={(staff.answer?.pages ?? 1) > 1}
        onSearch={(search) => setView({ search, page: 1 })}
      />
      <AdminList
        read={{ ...staff, retry: () => Promise.all([staff.retry(), rereadLost()]) }}
        isEmpty={({ people }) => people.length === 0}
        empty={view.search === '' ? 'No team members yet.' : `Nobody on the team matches “${view.search}”.`}
      >
        {({ people, page = 1, pages = 1, total = people.length }) => (
          <>
            <RecordsTable
              caption="Team members"
              head={['Name', 'Role', 'Two-step verification', 'Remove']}
              busy={staff.busy || change.busy || taking.busy}
            >
              {people.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  busy={change.busy}
                  chosen={choice?.person.id === person.id ? choice.role : undefined}
                  onChoose={(role) => setChoice({ person, role, isAsked: false })}
                  onAsk={() => setChoice(choice && { ...choice, isAsked: true })}
                  onRemove={() => setRemoving(person)}
                  onLost={() => setLosing(person)}
                />
              ))}
            </RecordsTable>
            {pages > 1 && (
              <Pager
                page={page}
                pages={pages}
                where={`Page ${page} of ${pages}, ${total} people`}
                words={['PREVIOUS', 'NEXT']}
                onPage={(next) => setView({ ...view, page: next })}
              />
            )}
          </>
        )}
      </AdminList>
      {choice?.isAsked && (
        <RoleDialog
          {...choice}
          name={nameOf(choice.person)}
          onClose={() => setChoice(undefined)}
          onChange={(signsTabletsOut) => {
            setChoice(undefined)
            set(choice.person, choice.role, signsTabletsOut)
          }}
        />
      )}
      {removing && (
        <RemoveDialog
          name={nameOf(removing)}
          tablets={removing.tablets}
          onClose={() => setRemoving(undefined)}
          onRemove={(signsTabletsOut) => {
            setRemoving(undefined)
            set(removing, 'member', signsTabletsOut)
          }}
        />
      )}
      {losing && (
        <LostDialog
          name={nameOf(losing)}
          onClose={() => setLosing(undefined)}
          onTake={() => {
            setLosing(undefined)
            forget()
            // As it was on the screen when the dialog opened: a colleague may have reset it meanwhile, and the person set it up again.
            taking.submit({ id: losing.id, email: losing.email, seen: losing.second_factor_at })
          }}
        />
      )}
    </section>
  )
}

const nameOf = ({ name, email }: StaffPerson): string => name || email

type RoleChange = {
  id: string
  email: string
  name: string
  role: Role
  seen: Role | undefined
  signsTabletsOut: boolean
}

/**
 * Says of a change without an answer that it was done, once the restaurant shows so. Its person is read by their email: a new role may have moved them to
 * another page. Returns the function that reads them again.
 */
function useLostChanges(
  change: AdminChange<RoleChange, unknown>,
  taking: AdminChange<Taking, unknown>,
  onFound: (words: string) => void,
): () => unknown {
  const { lost } = change
  const about = lost ?? taking.lost
  const theirs = useStaffByEmail(about?.email)
  const people = theirs.answer?.people
  useLostAnswer(lost !== undefined && people !== undefined && isSet(lost, people), () => {
    change.edited()
    if (lost) onFound(wordsOf(lost))
  })
  useLostAnswer(people?.some((one) => one.id === taking.lost?.id && !one.has_second_factor) ?? false, () => {
    taking.edited()
    onFound(takenWords)
  })
  return () => (about ? theirs.retry() : undefined)
}

/** Waits until the list is read again: so the next change names the new role as seen, and not the one from before this change. */
const useRoleChange = (readAgain: () => unknown) =>
  useAdminChange(async (services, input: RoleChange, key) => {
    const words = await setRole(services, input, key)
    await readAgain()
    return words
  })

/** Changes somebody's role; `member` removes it. Returns the message. */
async function setRole(
  services: Services,
  { id, name, role, seen, signsTabletsOut }: RoleChange,
  key: string,
): Promise<string> {
  await changeRole(services, id, { role, seen, signsTabletsOut }, key)
  return wordsOf({ name, role })
}

type Taking = Pick<StaffPerson, 'id' | 'email'> & { seen: string | undefined }

const takeTheirs = (services: Services, taking: Taking, key: string) =>
  takeSecondFactors(services, taking, key)

const wordsOf = ({ name, role }: Pick<RoleChange, 'name' | 'role'>): string =>
  role === 'member' ? `${name} was removed from the team.` : `${name} has the role ${roleNames[role]} now.`

const takenWords = 'They sign in with their password alone now. We emailed them.'

/** Whether the list shows a role change as done. */
const isSet = ({ id, role }: RoleChange, people: readonly StaffPerson[]): boolean =>
  (people.find((one) => one.id === id)?.role ?? 'member') === role

const Done = ({ words }: { words: string }) => <Banner tone="success" header="Success!" messages={[words]} />

function PersonRow(props: {
  person: StaffPerson
  busy: boolean
  chosen: StaffRole | undefined
  onChoose: (role: StaffRole) => void
  onAsk: () => void
  onRemove: () => void
  onLost: () => void
}) {
  const { person, busy, chosen, onChoose, onAsk, onRemove, onLost } = props
  const name = nameOf(person)
  return (
    <tr>
      <th scope="row">
        {name}
        {person.is_self ? ' (you)' : ''}
        <span className={styles.note}>
          {person.email}
          {person.is_invited && !person.is_invitation_over ? ' · invited, has not signed up yet' : ''}
          {person.is_invitation_over ? ' · the invitation has expired: invite them again' : ''}
        </span>
      </th>
      <td className={styles.choice}>
        <RoleChoice {...{ person, name, chosen, busy, onChoose, onAsk }} />
      </td>
      <td>
        <SecondStep person={person} name={name} busy={busy} onLost={onLost} />
      </td>
      <td>
        <Button look="quiet" busy={busy} aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </td>
    </tr>
  )
}

/** Whether somebody has a second factor. An owner can remove a lost one; one's own are under "Sign-in security". */
function SecondStep(props: { person: StaffPerson; name: string; busy: boolean; onLost: () => void }) {
  const { person, name, busy, onLost } = props
  if (!person.has_second_factor) return 'None'
  if (person.is_self) return 'Set up'
  return (
    <Button look="quiet" busy={busy} aria-label={`Reset two-step verification for ${name}`} onClick={onLost}>
      Reset
    </Button>
  )
}

function LostDialog(props: { name: string; onClose: () => void; onTake: () => void }) {
  const { name, onClose, onTake } = props
  const actions = (
    <>
      <Button onClick={onTake}>RESET</Button>
      <Button look="second" onClick={onClose}>
        KEEP
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={`Reset two-step verification for ${name}?`} actions={actions}>
      <p>
        Their passkeys, authenticator app and recovery codes are reset, and they are signed out everywhere.
        They sign in with their password alone until they set them up again. We’ll email them.
      </p>
    </Dialog>
  )
}

function RemoveDialog(props: {
  name: string
  tablets: readonly string[] | undefined
  onClose: () => void
  onRemove: (signsTabletsOut: boolean) => void
}) {
  const { name, tablets = [], onClose, onRemove } = props
  const [isTicked, setTicked] = useState(tablets.length > 0)
  const actions = (
    <>
      <Button onClick={() => onRemove(isTicked)}>REMOVE {name}</Button>
      <Button look="second" onClick={onClose}>
        KEEP
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={`Remove ${name} from the team?`} actions={actions}>
      <p>
        Takes effect immediately: they are signed out everywhere. They keep a guest account, with its orders
        and gift cards.
      </p>
      <TheirTablets tablets={tablets} isTicked={isTicked} onTick={setTicked} />
    </Dialog>
  )
}
