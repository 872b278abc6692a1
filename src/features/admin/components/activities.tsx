import { useState } from 'react'
import { Button } from '#lib/ui/button.tsx'
import { Field, Select, TextInput } from '#lib/ui/field.tsx'
import { type ActivitiesView, useActivities, useDeviceApp } from '../queries.ts'
import { useLocalStamp } from '../use-local-stamp.ts'
import { AdminList, RecordsTable } from './admin-states.tsx'
import styles from './admin.module.css'
import { Pager } from './pager.tsx'

type ActivitiesProps = {
  view: ActivitiesView
  /** Another page, order or type. */
  onView: (part: { page?: number; order?: 'asc' | 'desc'; type?: string }) => void
  onBack: () => void
}

/** An app's activities on a device, page by page. */
export function Activities({ view, onView, onBack }: ActivitiesProps) {
  const { answer: found } = useDeviceApp(view.deviceId, view.appId)
  return (
    <section className={styles.stack} aria-labelledby="activities">
      <div className={styles.bar}>
        <h2 id="activities">
          {found ? `Activities of ${found.app.name} on ${found.device.name}` : 'Activities'}
        </h2>
        <Button look="second" onClick={onBack}>
          BACK TO THE DEVICE
        </Button>
      </div>
      <Filters key={view.type} view={view} onView={onView} />
      <Pages view={view} onView={onView} />
    </section>
  )
}

function Filters({ view, onView }: Omit<ActivitiesProps, 'onBack'>) {
  const [type, setType] = useState(view.type)
  return (
    <form
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        onView({ type: type.trim(), page: 1 })
      }}
    >
      <Field label="Order">
        {(field) => (
          <Select
            {...field}
            name="order"
            value={view.order}
            onChange={(event) => onView({ order: event.target.value as 'asc' | 'desc', page: 1 })}
          >
            <option value="asc">Oldest first</option>
            <option value="desc">Newest first</option>
          </Select>
        )}
      </Field>
      <Field label="Type" optional>
        {(field) => (
          <TextInput
            {...field}
            name="type"
            autoComplete="off"
            autoCapitalize="none"
            maxLength={60}
            value={type}
            onChange={(event) => setType(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="second">
        FILTER
      </Button>
    </form>
  )
}

function Pages({ view, onView }: Omit<ActivitiesProps, 'onBack'>) {
  const activities = useActivities(view)
  const stamp = useLocalStamp()
  const empty =
    view.type === ''
      ? 'Nothing has been recorded yet.'
      : `Nothing of the type ${view.type} has been recorded.`
  return (
    <AdminList read={activities} isEmpty={(answer) => answer.total === 0} empty={empty}>
      {({ activities: rows, page, pages, total }) => (
        <>
          <RecordsTable caption="List of activities" head={['When', 'Type', 'Detail']} busy={activities.busy}>
            {rows.map((row) => (
              <tr key={row.id}>
                <td className={styles.nowrap}>{stamp(row.created_at)}</td>
                <td>{row.type}</td>
                <td className={styles.detail}>{row.detail}</td>
              </tr>
            ))}
          </RecordsTable>
          <Pager
            page={page}
            pages={pages}
            where={`Page ${page} of ${Math.max(1, pages)}, ${total} in all`}
            words={['PREVIOUS', 'NEXT']}
            onPage={(next) => onView({ page: next })}
          />
        </>
      )}
    </AdminList>
  )
}
