import { type ReactNode, useState } from 'react'
import { Button } from '#lib/ui/button.tsx'
import { Field, TextInput } from '#lib/ui/field.tsx'
import { useDeviceApps } from '../queries.ts'
import { useLocalStamp } from '../use-local-stamp.ts'
import { AdminList, RecordsTable } from './admin-states.tsx'
import styles from './admin.module.css'

type DeviceAppsProps = {
  /** Undefined until a device was entered. */
  deviceId: string | undefined
  onDevice: (deviceId: string) => void
  onApp: (appId: string) => void
}

/** The apps installed on one device. The API has no list of devices: the id is on the device itself, or in the URL. */
export function DeviceApps({ deviceId, onDevice, onApp }: DeviceAppsProps) {
  const [typed, setTyped] = useState(deviceId ?? '')
  return (
    <section className={styles.stack} aria-labelledby="device-apps">
      <h2 id="device-apps">Device apps</h2>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() !== '') onDevice(typed.trim())
        }}
      >
        <Field label="Device id">
          {(field) => (
            <TextInput
              {...field}
              name="device"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={120}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" look="second">
          SHOW APPS
        </Button>
      </form>
      {deviceId === undefined ? (
        <p className={styles.empty}>Enter the id of a device. It is shown in the settings of the device.</p>
      ) : (
        <Installed
          key={deviceId}
          deviceId={deviceId}
          action={(app) => <ActivitiesButton name={app.name} onOpen={() => onApp(app.id)} />}
        />
      )}
    </section>
  )
}

function ActivitiesButton({ name, onOpen }: { name: string; onOpen: () => void }) {
  return (
    <Button look="quiet" aria-label={`Activities of ${name}`} onClick={onOpen}>
      Activities
    </Button>
  )
}

function Installed({
  deviceId,
  action,
}: {
  deviceId: string
  action: (app: { id: string; name: string }) => ReactNode
}) {
  const apps = useDeviceApps(deviceId)
  const stamp = useLocalStamp()
  return (
    <AdminList
      read={apps}
      isEmpty={(answer) => answer.apps.length === 0}
      empty="No apps are installed on this device."
    >
      {({ device, apps: installed }) => (
        <>
          <h3>{device.name}</h3>
          <RecordsTable
            caption={`Apps on ${device.name}`}
            head={['App', 'Version', 'Status', 'Installed', 'Last seen', 'Activities']}
            busy={apps.busy}
          >
            {installed.map((app) => (
              <tr key={app.id}>
                <th scope="row">{app.name}</th>
                <td>{app.version}</td>
                <td>{app.status}</td>
                <td className={styles.nowrap}>{stamp(app.installed_at)}</td>
                <td className={styles.nowrap}>{stamp(app.last_seen_at)}</td>
                <td>{action(app)}</td>
              </tr>
            ))}
          </RecordsTable>
        </>
      )}
    </AdminList>
  )
}
