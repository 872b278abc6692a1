import { once } from 'node:events'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from '#server/env.ts'
import { noFirstScreen } from '#server/portal/first-screen.ts'
import { startLarder } from '#server/start.ts'
import { workerFile } from './support/databases.ts'
import { dataWithDatabase } from './support/program.ts'

it('a stop completes running answers, and does not wait for idle connections', async () => {
  const dataDir = await dataWithDatabase()
  const larder = await startLarder({
    settings: readSettings({ PORT: '0', DATA_DIR: dataDir }),
    root: resolve('.'),
    portal: { kind: 'none' },
    firstScreen: noFirstScreen,
    workerFile: workerFile(),
    log: () => undefined,
  })
  const socket = connect(larder.port, 'localhost')
  const read = async (): Promise<string> => String((await once(socket, 'data'))[0])
  socket.write(
    [
      'POST /api/location/bella-nyc/promo HTTP/1.1',
      'Host: bella.localhost',
      'Content-Type: application/json',
      'Content-Length: 2',
      'Expect: 100-continue',
      '\r\n',
    ].join('\r\n'),
  )
  expect(await read()).toContain('100 Continue')
  // The request's headers have arrived, its body has not: the request is under way while the server stops.
  const stopped = larder.close()
  const answered = read()
  socket.write('{}')
  expect(await answered).toMatch(/^HTTP\/1\.1 4\d\d/)
  await stopped
  socket.destroy()
})
