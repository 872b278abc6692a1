import type { Figure } from './budgets.ts'
import { type Ask, type Connection, type Load, measureLoad, openConnections } from './http-load.ts'

const seconds = 3
const connectionCount = 16

/** How often a second, and how fast, the menu book is served: in full (compressed, as a phone asks for it), and as not modified. */
export async function measureReads(port: number, location: string): Promise<Figure[]> {
  const connections = await openConnections(connectionCount, port, `bella.localhost:${port}`)
  const book: Ask = {
    path: `/api/location/${location}/menubook?mode=browse`,
    headers: { 'accept-encoding': 'br' },
  }
  const first = await connections[0]!.ask(book)
  if (first.status !== 200 || !first.headers['etag'])
    throw new Error(`menubook answered ${first.status}, ETag ${first.headers['etag']}`)
  const unchanged: Ask = { ...book, headers: { ...book.headers, 'if-none-match': first.headers['etag'] } }
  try {
    const full = await steadily(connections, book, 200)
    const notModified = await steadily(connections, unchanged, 304)
    return [
      { id: 'book', value: full.perSecond, note: `${Math.round(first.body.length / 1024)} KiB each` },
      { id: 'bookP99', value: full.p99 },
      { id: 'book304', value: notModified.perSecond },
      { id: 'book304P99', value: notModified.p99 },
    ]
  } finally {
    for (const connection of connections) connection.close()
  }
}

async function steadily(connections: Connection[], ask: Ask, status: number): Promise<Load> {
  const until = performance.now() + seconds * 1000
  return measureLoad(connections, async (connection) => {
    const answer = await connection.ask(ask)
    if (answer.status !== status)
      throw new Error(`${ask.path} answered ${answer.status} instead of ${status}`)
    return performance.now() < until
  })
}
