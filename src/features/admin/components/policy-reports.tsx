import { formatDate } from '#contract/format-date.ts'
import { usePolicyReports } from '../queries.ts'
import { AdminList, RecordsTable } from './admin-states.tsx'
import styles from './admin.module.css'

/** What guests' browsers refused to load on this restaurant's pages, by rule and source: a script injected into a payment page shows up here. */
export function PolicyReports() {
  const reports = usePolicyReports()
  return (
    <section className={styles.stack} aria-labelledby="policy-reports">
      <h2 id="policy-reports">Blocked scripts</h2>
      <p>
        This is what guests’ browsers refused to load on your pages. “extension” is something that a guest has
        added to the browser. If you do not know a source, above all on a payment page, tell your server
        operator.
      </p>
      <AdminList
        read={reports}
        isEmpty={(answer) => answer.reports.length === 0}
        empty="Nothing was blocked."
      >
        {({ reports: list }) => (
          <RecordsTable
            caption="Blocked scripts"
            head={['Source', 'Rule', 'Pages', 'How often', 'First', 'Last']}
            busy={reports.busy}
          >
            {list.map(({ source, directive, screens, count, first_day: first, last_day: last }) => (
              <tr key={`${directive} ${source}`}>
                <th scope="row">{source}</th>
                <td>{directive}</td>
                <td>{screens.join(', ')}</td>
                <td>{count}</td>
                <td>{formatDate(first)}</td>
                <td>{formatDate(last)}</td>
              </tr>
            ))}
          </RecordsTable>
        )}
      </AdminList>
    </section>
  )
}
