import { useState } from 'react'
import { Banner } from '#lib/paint/banner.tsx'
import { Button } from '#lib/ui/button.tsx'
import { useMasterApps } from '../queries.ts'
import { useLocalStamp } from '../use-local-stamp.ts'
import { AdminList, RecordsTable } from './admin-states.tsx'
import styles from './admin.module.css'
import { MasterAppDialog } from './master-app-dialog.tsx'

/** The programs that the merchant's devices run: lists, adds and changes them. */
export function MasterApps() {
  const apps = useMasterApps()
  const stamp = useLocalStamp()
  /** The id of the app being edited; empty for a new one. */
  const [editing, setEditing] = useState<string>()
  const [saved, setSaved] = useState<string>()
  const edit = (id: string): void => {
    setSaved(undefined)
    setEditing(id)
  }
  return (
    <section className={styles.stack} aria-labelledby="master-apps">
      <div className={styles.bar}>
        <h2 id="master-apps">Master apps</h2>
        <Button onClick={() => edit('')}>ADD AN APP</Button>
      </div>
      {saved !== undefined && <Banner tone="success" header="Success!" messages={[`${saved} is saved.`]} />}
      <AdminList
        read={apps}
        isEmpty={(answer) => answer.apps.length === 0}
        empty="No apps yet. Add the first one."
      >
        {(answer) => (
          <RecordsTable
            caption="List of master apps"
            head={['Name', 'Platform', 'Version', 'Active', 'Changed', 'Edit']}
            busy={apps.busy}
          >
            {answer.apps.map((app) => (
              <tr key={app.id}>
                <th scope="row">
                  {app.name}
                  {app.description !== '' && <span className={styles.note}>{app.description}</span>}
                </th>
                <td>{app.platform}</td>
                <td>{app.version}</td>
                <td>{app.active ? 'Yes' : 'No'}</td>
                <td className={styles.nowrap}>{stamp(app.updated_at)}</td>
                <td>
                  <Button look="quiet" aria-label={`Edit ${app.name}`} onClick={() => edit(app.id)}>
                    Edit
                  </Button>
                </td>
              </tr>
            ))}
          </RecordsTable>
        )}
      </AdminList>
      {editing !== undefined && (
        <MasterAppDialog id={editing} onClose={() => setEditing(undefined)} onSaved={setSaved} />
      )}
    </section>
  )
}
