import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { serverModules } from '../../lint/server-modules.mjs'
import { tables } from '../../lint/tables.mjs'

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => posix.join('server', name))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** A file's imports, as paths from the root. */
const importsOf = ({ path, text }: (typeof sources)[number]): string[] =>
  [...text.matchAll(/from '([^']+)'/g)].map(([, name]) =>
    name!.startsWith('.') ? posix.join(posix.dirname(path), name!) : name!.replace(/^#server\//, 'server/'),
  )

const moduleOf = (path: string): string | undefined => /^server\/modules\/([^/]+)\//.exec(path)?.[1]

/** The files that the table restricts: not those that assemble the server, nor the demo. */
const ruled = sources.filter(({ path }) => path.split('/').length > 2 && !path.startsWith('server/demo/'))

describe('the table of the server’s modules', () => {
  it('has a row for each module, and none for a module that does not exist', () => {
    expect(Object.keys(serverModules)).toEqual(readdirSync('server/modules').sort())
  })

  describe.each(Object.entries(serverModules))('%s', (name, { may, publicFiles }) => {
    const own = ruled.filter(({ path }) => moduleOf(path) === name)
    const others = ruled.filter(({ path }) => moduleOf(path) !== name)

    it('lists no module that this module does not import', () => {
      const asked = new Set(own.flatMap(importsOf).map(moduleOf))
      expect(may.filter((other) => !asked.has(other))).toEqual([])
    })

    it('has no public file that nobody imports', () => {
      const used = new Set(others.flatMap(importsOf))
      expect(publicFiles.filter((file) => !used.has(`server/modules/${name}/${file}.ts`))).toEqual([])
    })
  })
})

describe('the table of who names which table', () => {
  const statements = sources.filter(({ path }) => path.startsWith('server/db/migrations/'))
  const named = (pattern: RegExp): string[] =>
    statements.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name!))

  it('has a row for each table of the database', () => {
    const dropped = new Set(named(/DROP TABLE (\w+)/g))
    const there = named(/CREATE TABLE (\w+)/g).filter((name) => !dropped.has(name))
    expect(Object.keys(tables).sort()).toEqual(there.sort())
  })

  it.each(Object.entries(tables))(
    '%s: every place that the table lists for it names it in a statement',
    (table, row) => {
      const mention = new RegExp(`\\b(INTO|UPDATE|FROM|JOIN)\\s+${table}\\b`)
      const places = [row.owner, ...(row.writers ?? []), ...(row.readers ?? [])]
      expect(places.filter((place) => !existsSync(place))).toEqual([])
      const silent = places.filter(
        (place) =>
          !sources.some(
            ({ path, text }) => (path === place || path.startsWith(`${place}/`)) && mention.test(text),
          ),
      )
      expect(silent).toEqual([])
    },
  )
})
