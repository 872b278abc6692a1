import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { effects } from '#lib/query/effects.ts'

const root = resolve(import.meta.dirname, '../..')

test('every call that changes something declares what it makes stale, and no other call does', () => {
  const changing = Object.values(endpoints)
    .filter(({ queue }) => queue !== 'read')
    .map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(effects).toSorted()).toEqual([...new Set(changing)].toSorted())
})

/** The files that write into the query cache, and what each of them writes. */
const writers = {
  'src/lib/query/device-backed-query.ts': 'the device’s copy, under the query’s own key',
  'src/lib/query/menu-book.ts': 'the outline of a book that is shown',
  'src/lib/query/show-user.ts': 'the user, whose edits the store tells of',
  'src/lib/query/reads.ts': 'what the table of effects says',
  'src/lib/query/ticket-history.ts': 'the first page of a list in pages',
  'src/app/ask-again.ts': 'no change: what is old by the network’s return',
  'src/features/cards/use-import.ts': 'words that were said once',
  'src/launch/app.tsx': 'what the page brought',
  'src/launch/render-first-screen.tsx': 'a page’s memory that ends with its markup',
  'src/launch/page-actions.ts': 'what an open screen asks anew when somebody else is here',
}

test('only the listed files write into the query cache or make it stale: a change does so by its row', async () => {
  const writing = /\.(setQueryData|setQueriesData|invalidateQueries|refetchQueries|resetQueries)\b/
  const found: string[] = []
  for (const path of await readdir(resolve(root, 'src'), { recursive: true }))
    if (/\.tsx?$/.test(path) && writing.test(await readFile(resolve(root, 'src', path), 'utf8')))
      found.push(`src/${path}`)
  expect(found.toSorted()).toEqual(Object.keys(writers).toSorted())
})
