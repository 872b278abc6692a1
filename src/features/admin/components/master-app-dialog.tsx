import { useId, useState } from 'react'
import type { MasterApp, MasterAppEditBody } from '#contract/schemas/admin.ts'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { Field, Select, TextArea, TextInput } from '#lib/ui/field.tsx'
import { useClosing, useDialogInput } from '#lib/query/use-dialog-input.ts'
import { useMasterApp } from '../queries.ts'
import { listAppProblems, saveMasterApp } from '../requests.ts'
import { useAdminChange } from '../use-change.ts'
import { AdminProblem } from './admin-states.tsx'
import styles from './admin.module.css'
import { ChangeProblem } from './change-problem.tsx'

type MasterAppDialogProps = {
  /** Empty for a new app. */
  id: string
  onClose: () => void
  /** Gets the saved app's name. */
  onSaved: (name: string) => void
}

const blank: MasterAppEditBody = {
  name: '',
  description: '',
  platform: 'android',
  version: '1.0',
  active: true,
}
const platforms = { android: 'Android', ios: 'iOS', windows: 'Windows', web: 'Web' } as const
type Platform = keyof typeof platforms

/** The form of a master app. An existing app is read again first, so that nobody edits an old copy. */
export function MasterAppDialog({ id, ...props }: MasterAppDialogProps) {
  return id === '' ? (
    <MasterAppForm id={undefined} start={blank} {...props} />
  ) : (
    <ReadFirst id={id} {...props} />
  )
}

function ReadFirst({ id, onClose, onSaved }: MasterAppDialogProps) {
  const { answer, failed, retry } = useMasterApp(id)
  if (answer) return <MasterAppForm id={id} start={startOf(answer.app)} onClose={onClose} onSaved={onSaved} />
  return (
    <Dialog open onClose={onClose} title="Edit app">
      {failed ? <AdminProblem error={failed} onRetry={retry} /> : <Skeleton count={3} shape="row" />}
    </Dialog>
  )
}

const startOf = (app: MasterApp): MasterAppEditBody => ({
  name: app.name,
  description: app.description,
  platform: app.platform in platforms ? (app.platform as Platform) : 'web',
  version: app.version,
  active: app.active,
  updated_at: app.updated_at,
})

type FormProps = Omit<MasterAppDialogProps, 'id'> & { id: string | undefined; start: MasterAppEditBody }

function MasterAppForm({ id, start, onClose, onSaved }: FormProps) {
  const formId = useId()
  // `start` is among what it is about: an app that somebody else changed meanwhile is not changed back.
  const input = useDialogInput<MasterAppEditBody>('master-app', id, start)
  const [typed, setTyped] = useState(input.kept ?? start)
  const [tried, setTried] = useState(false)
  const change = useAdminChange(
    (services, body: MasterAppEditBody, key) => saveMasterApp(services, id, body, key),
    (app) => {
      onSaved(app.name)
      onClose()
    },
  )
  const { dismiss, close } = useClosing(input, { typed, error: change.error, sending: change.busy, onClose })
  const problems = listAppProblems(typed)
  const problemOf = (field: string): string | undefined =>
    (tried ? problems[field] : undefined) ?? change.problemOf(field)
  const set = (part: Partial<MasterAppEditBody>): void => {
    setTyped({ ...typed, ...part })
    change.edited()
  }
  const save = (): void => {
    setTried(true)
    if (Object.keys(problems).length > 0 || change.busy) return
    input.noteSent()
    change.submit({ ...typed, name: typed.name.trim() })
  }
  const actions = (
    <>
      <Button type="submit" form={formId} busy={change.busy}>
        {change.busy ? 'SAVING…' : 'SAVE'}
      </Button>
      <Button look="second" disabled={change.busy} onClick={close}>
        CANCEL
      </Button>
    </>
  )
  return (
    <Dialog open onClose={dismiss} title={id === undefined ? 'New app' : 'Edit app'} actions={actions}>
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <ChangeProblem error={change.error} />
        <Field label="Name" problem={problemOf('name')}>
          {(field) => (
            <TextInput
              {...field}
              name="name"
              autoComplete="off"
              maxLength={120}
              value={typed.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label="Description" optional problem={problemOf('description')}>
          {(field) => (
            <TextArea
              {...field}
              name="description"
              maxLength={500}
              value={typed.description}
              onChange={(event) => set({ description: event.target.value })}
            />
          )}
        </Field>
        <Field label="Platform" problem={problemOf('platform')}>
          {(field) => (
            <Select
              {...field}
              name="platform"
              value={typed.platform}
              onChange={(event) => set({ platform: event.target.value as Platform })}
            >
              {Object.entries(platforms).map(([platform, name]) => (
                <option key={platform} value={platform}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Version" problem={problemOf('version')}>
          {(field) => (
            <TextInput
              {...field}
              name="version"
              autoComplete="off"
              value={typed.version}
              onChange={(event) => set({ version: event.target.value.trim() })}
            />
          )}
        </Field>
        <ActiveTick active={typed.active} onChange={(active) => set({ active })} />
      </form>
    </Dialog>
  )
}

const ActiveTick = (props: { active: boolean; onChange: (active: boolean) => void }) => (
  <label className={styles.tick}>
    <input
      type="checkbox"
      name="active"
      checked={props.active}
      onChange={(event) => props.onChange(event.target.checked)}
    />
    Active on devices
  </label>
)
