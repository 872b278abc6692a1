import { beforeAll, describe, expect, test } from 'vitest'
import { type Complaints, lintStage } from './stage.ts'

const lines = (count: number) => 'void 0\n'.repeat(count)
const longFunction = (name: string, count: number) =>
  `export function ${name}() {\n${'  void 0\n'.repeat(count - 2)}}\n`

const longList = 'export const a = (b: 1, c: 2, d: 3, e: 4, f: 5, g: 6) => [b, c, d, e, f, g]'
const namedSwitches =
  "export const a = (b: () => void, c: (...d: unknown[]) => void) => [addEventListener('x', b, true), c(true), c({}, { is: true })]"

/** Breaks each rule once: the file, its content, and the linter's message. */
const broken: [rule: string, path: string, text: string, message: RegExp][] = [
  [
    'a folder without a row in the table',
    'src/widgets/a.ts',
    'export {}',
    /src\/widgets\/a\.ts is in no layer/,
  ],
  ['a new layer in lib without a row', 'src/lib/misc/a.ts', 'export {}', /in no layer of lint\/layers\.mjs/],
  [
    'climbing into another layer by a relative path',
    'src/lib/errors/climb.ts',
    "export { db } from '../../db/database.ts'",
    /src\/lib\/errors may not import src\/db/,
  ],
  [
    'import() of a forbidden layer',
    'src/db/lazy.ts',
    "export const load = () => import('#features/menus/queries.ts')",
    /src\/db may not import/,
  ],
  [
    'export * of a forbidden layer',
    'src/db/star.ts',
    "export * from '#lib/api/client.ts'",
    /src\/db may not import src\/lib\/api/,
  ],
  [
    'a statement on the database inside a transaction',
    'server/plugins/outside.ts',
    "export const a = (ports: any) => ports.database.transaction(async () => ports.database.query('SELECT 1'))",
    /Inside a transaction only its own connection is used/,
  ],
  [
    'a transaction inside a transaction',
    'server/plugins/nested.ts',
    'export const a = (database: any) => database.transaction(() => database.transaction(() => undefined))',
    /Inside a transaction only its own connection is used/,
  ],
  [
    'the database passed on inside a transaction',
    'server/plugins/passed.ts',
    'export const a = (database: any, b: any) => database.transaction(() => b(database))',
    /Inside a transaction only its own connection is used/,
  ],
  [
    'dexie in a feature',
    'src/features/menus/dexie.ts',
    "export { Dexie } from 'dexie'",
    /dexie may not be imported in src\/features\/menus: add a read/,
  ],
  [
    'dexie in the rest of lib/query',
    'src/lib/query/keys.ts',
    "export { liveQuery } from 'dexie'",
    /dexie may not be imported/,
  ],
  [
    'a text in markup that no catalogue has',
    'src/features/menus/text.tsx',
    'export const A = () => <p>Sold out</p>',
    /a text that no catalogue has stays English/,
  ],
  [
    'a sentence that no catalogue has',
    'src/features/menus/said.ts',
    "export const done = (tell: (words: string) => void) => tell('Your changes are saved.')",
    /a text that no catalogue has stays English/,
  ],
  [
    'a label that no catalogue has',
    'src/shared/forms/text.tsx',
    'export const A = () => <button aria-label="Close" />',
    /a text that no catalogue has stays English/,
  ],
  [
    'Chakra in a feature',
    'src/features/checkout/box.tsx',
    "export { Box } from '@chakra-ui/react'",
    /use the kit in #lib\/ui/,
  ],
  [
    'Chakra on the launch path',
    'src/lib/paint/box.tsx',
    "export { Box } from '@chakra-ui/react'",
    /@chakra-ui\/react may not be imported in src\/lib\/paint/,
  ],
  [
    'Emotion in a route',
    'src/routes/index.tsx',
    "export { css } from '@emotion/react'",
    /@emotion\/react may not be imported/,
  ],
  [
    'React Query in the worker',
    'src/sw/query.ts',
    "export { QueryClient } from '@tanstack/react-query'",
    /without a query cache/,
  ],
  [
    'React Query in lib/sync',
    'src/lib/sync/query.ts',
    "export { QueryClient } from '@tanstack/react-query'",
    /without a query cache/,
  ],
  [
    'the query persister in src/db',
    'src/db/persist.ts',
    "export * from '@tanstack/query-sync-storage-persister'",
    /without a query cache/,
  ],
  ['React in src/db', 'src/db/hook.ts', "export { useState } from 'react'", /runs without a screen/],
  [
    'React types in lib/api',
    'src/lib/api/node.ts',
    "export type { ReactNode } from 'react'",
    /runs without a screen/,
  ],
  [
    'a package in contract',
    'contract/package.ts',
    "export { fc } from 'fast-check'",
    /contract may not import the package fast-check/,
  ],
  [
    'React in contract',
    'contract/react.ts',
    "export { useState } from 'react'",
    /contract may not import the package react/,
  ],
  [
    'Node in the portal',
    'src/lib/api/node-http.ts',
    "export { request } from 'node:http'",
    /the portal runs in a browser/,
  ],
  [
    'Node in contract',
    'contract/node.ts',
    "export { readFile } from 'node:fs/promises'",
    /contract may not import the package node:fs\/promises/,
  ],
  [
    'a server package in the portal',
    'src/features/checkout/stripe.ts',
    "export { default as Stripe } from 'stripe'",
    /the portal asks the API/,
  ],
  [
    'the server in the portal',
    'src/main.tsx',
    "export { app } from '#server/app.ts'",
    /src\/main\.tsx may not import server\/app\.ts/,
  ],
  [
    'the worker in the page',
    'src/router.tsx',
    "export { index } from './sw/index.ts'",
    /with messages \(lib\/pwa\)/,
  ],
  [
    'the portal in the server',
    'server/portal/page.ts',
    "export { shell } from '#lib/paint/shell.tsx'",
    /server may not import src\/lib\/paint/,
  ],

  [
    'climbing',
    'src/features/menus/screens/parts/climb.ts',
    "export { a } from '../../queries.ts'",
    /No climbing: write '#features\/menus\/queries\.ts'/,
  ],
  [
    'climbing from a test',
    'tests/contract/climb.test.ts',
    "export { a } from '../../contract/money.ts'",
    /No climbing: write '#contract\/money\.ts'/,
  ],
  [
    'a barrel',
    'src/lib/ui/index.ts',
    "export * from './button.tsx'\nexport { a } from './field.tsx'",
    /No barrels/,
  ],
  [
    'a barrel by import and export',
    'server/modules/menus/index.ts',
    "import { a } from './routes.ts'\n\nexport { a }",
    /No barrels/,
  ],
  ['a file name in another casing', 'src/lib/ui/AlertBox.tsx', 'export {}', /AlertBox\.tsx → alert-box\.tsx/],
  ['a file name with an underscore', 'server/db/my_file.ts', 'export {}', /my_file\.ts → my-file\.ts/],

  [
    'Date.now in contract',
    'contract/clock.ts',
    'export const a = () => Date.now()',
    /No Date\.now here: take a Clock/,
  ],
  [
    'Date.now through globalThis',
    'contract/clock-global.ts',
    'export const a = () => globalThis.Date.now()',
    /No Date\.now here/,
  ],
  [
    'new Date() in src/db',
    'src/db/clock.ts',
    'export const a = () => new Date()',
    /No new Date\(\) without an argument here: take a Clock/,
  ],
  [
    'performance.now in lib/sync',
    'src/lib/sync/clock.ts',
    'export const a = () => performance.now()',
    /No performance\.now here: take a Clock/,
  ],
  [
    'Math.random in lib/sync',
    'src/lib/sync/random.ts',
    'export const a = () => Math.random()',
    /No Math\.random here: take Ids/,
  ],
  [
    'crypto.randomUUID in a server module',
    'server/modules/tickets/ids.ts',
    'export const a = () => crypto.randomUUID()',
    /No crypto\.randomUUID here: take Ids/,
  ],
  [
    'crypto.getRandomValues in contract',
    'contract/ids.ts',
    'export const a = (b: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(b)',
    /take Ids/,
  ],
  [
    'fetch in lib/sync',
    'src/lib/sync/net.ts',
    "export const a = () => fetch('/x')",
    /No fetch here: take the Net port/,
  ],
  ['navigator in src/db', 'src/db/locks.ts', 'export const a = () => navigator.locks', /No navigator here/],

  [
    'toFixed',
    'src/features/ordering/price.ts',
    'export const a = (b: number) => b.toFixed(2)',
    /No toFixed here: money is integer cents/,
  ],
  [
    'parseFloat',
    'server/modules/tickets/price.ts',
    'export const a = (b: string) => parseFloat(b)',
    /No parseFloat here/,
  ],
  [
    'Number.parseFloat',
    'src/lib/ui/price.ts',
    'export const a = (b: string) => Number.parseFloat(b)',
    /No parseFloat here/,
  ],
  [
    'URL.canParse, which Safari before 17 has not',
    'src/lib/ui/address.ts',
    'export const a = (b: string) => URL.canParse(b)',
    /URL\.canParse. is restricted/,
  ],
  ['/ 100', 'contract/pricing/price.ts', 'export const a = (b: number) => b / 100', /No `\/ 100` here/],

  [
    'the router’s types in a route',
    'src/routes/__root.tsx',
    "export type { Router } from '../router.tsx'",
    /a route is params/,
  ],
  [
    'a circle, where only a type is imported',
    'server/circle.ts',
    "import type { B } from './circled.ts'\n\nexport type A = { b: B }",
    /no-cycle/,
  ],
  [
    'a circle, from its other end',
    'server/circled.ts',
    "import type { A } from './circle.ts'\n\nexport type B = { a: A }",
    /no-cycle/,
  ],
  [
    'a row’s form that knows a table’s file',
    'src/db/rows/circle.ts',
    "import type { B } from '../circled.ts'\n\nexport type A = { b: B }",
    /no-cycle/,
  ],
  [
    'a table’s file that the form of its row knows',
    'src/db/circled.ts',
    "import type { A } from './rows/circle.ts'\n\nexport type B = { a: A }",
    /no-cycle/,
  ],

  [
    'a module that asks one it does not know',
    'server/modules/limits/knows.ts',
    "export type { Ticket } from '#server/modules/tickets/ticket.ts'",
    /The module limits does not know tickets/,
  ],
  [
    'another module’s own file',
    'server/modules/kitchen/own.ts',
    "import { a } from '../tickets/reserve.ts'\n\na()",
    /reserve\.ts is tickets's own/,
  ],
  [
    'a module’s own file, outside the modules',
    'server/portal/own.ts',
    "export { a } from '#server/modules/menus/routes.ts'",
    /routes\.ts is menus's own/,
  ],
  ['a module without a row', 'server/modules/loyalty/a.ts', 'export {}', /loyalty has no row/],
  [
    'a statement that writes another’s table',
    'server/modules/accounts/write.ts',
    "export const a = 'UPDATE tickets SET name = $1'",
    /tickets is written by server\/modules\/tickets, server\/modules\/kitchen: call/,
  ],
  [
    'a statement that reads another’s table',
    'server/modules/places/read.ts',
    'export const a = (b: string) => `SELECT ${b} FROM places p JOIN users u ON true`',
    /users is read by server\/modules\/accounts, server\/plugins\/auth\.ts, server\/plugins\/proved\.ts, server\/plugins\/person-lock\.ts, server\/modules\/staff: call/,
  ],

  ['a switch without a name', 'server/a.ts', 'export const a = (b: any) => b({}, true)', /means here/],
  ['six parameters', 'src/lib/api/six.ts', longList, /max-params/],

  ['a long file', 'server/long.ts', lines(331), /This file has 33\d lines, at most 330/],
  ['a long test file', 'tests/long.test.ts', lines(521), /at most 520/],
  [
    'a long function',
    'server/long-function.ts',
    longFunction('work', 76),
    /This function has 76 lines, at most 75/,
  ],
  [
    'a long component',
    'src/features/menus/long.tsx',
    longFunction('Work', 121),
    /This component has 121 lines, at most 120/,
  ],

  ['any', 'server/any.ts', 'export const a = (b: any) => b', /no-explicit-any/],
  ['@ts-ignore', 'server/ignore.ts', '// @ts-ignore\nexport const a = 1', /ban-ts-comment/],
  [
    '@ts-expect-error',
    'server/expect-error.ts',
    '// @ts-expect-error the types are wrong\nexport const a = 1',
    /ban-ts-comment/,
  ],
  ['==', 'server/equal.ts', 'export const a = (b: number) => b == 1', /eqeqeq/],
  ['console in the portal', 'src/lib/api/log.ts', "export const a = () => console.log('x')", /no-console/],
  ['console in contract', 'contract/log.ts', "export const a = () => console.log('x')", /no-console/],
  [
    'an empty catch',
    'server/empty-catch.ts',
    'export function a() {\n  try {\n    void 0\n  } catch {}\n}',
    /no-empty/,
  ],
  [
    'a hook under a condition',
    'src/lib/ui/hook.tsx',
    "import { useState } from 'react'\n\nexport const Hook = ({ on }: { on: boolean }) => (on ? useState(1)[0] : null)",
    /rules-of-hooks/,
  ],
  [
    'a stale closure',
    'src/lib/ui/effect.tsx',
    "import { useEffect } from 'react'\n\nexport function Title({ title }: { title: string }) {\n  useEffect(() => {\n    document.title = title\n  }, [])\n}",
    /exhaustive-deps/,
  ],
  [
    'html from text',
    'src/lib/ui/html.tsx',
    'export const Html = ({ html }: { html: string }) => <p dangerouslySetInnerHTML={{ __html: html }} />',
    /no-danger/,
  ],
  [
    'a test that is alone',
    'tests/only.test.ts',
    "import { test } from 'vitest'\n\ntest.only('a', () => {})",
    /no-focused-tests/,
  ],
  [
    'a test that is switched off',
    'tests/skip.test.ts',
    "import { test } from 'vitest'\n\ntest.skip('a', () => {})",
    /no-disabled-tests/,
  ],
]

/** Code that looks similar and is allowed. */
const sound: [what: string, path: string, text: string][] = [
  ['switches of others, alone or named', 'src/lib/api/named.ts', namedSwitches],
  ['zod in contract', 'contract/schemas/a.ts', "export { string } from 'zod/mini'"],
  [
    'money where things are drawn',
    'src/lib/paint/price.ts',
    "export { formatCents } from '#contract/money.ts'",
  ],
  ['local time in lib/time', 'src/lib/time/hours.ts', "export { localTime } from '#contract/local-time.ts'"],
  [
    'the ticket as it is shown, in lib/query',
    'src/lib/query/ticket.ts',
    "export { viewTicket } from '#lib/sync/ticket-view.ts'",
  ],
  ['dexie in src/db', 'src/db/database.ts', "export { Dexie } from 'dexie'"],
  ['dexie in the live query hook', 'src/lib/query/use-live.ts', "export { liveQuery } from 'dexie'"],
  ['Chakra in the kit', 'src/lib/ui/kit.tsx', "export { Box } from '@chakra-ui/react'"],
  [
    'React Query in a feature',
    'src/features/menus/query.ts',
    "export { useQuery } from '@tanstack/react-query'",
  ],
  ['Node in the server', 'server/files.ts', "export { readFile } from 'node:fs/promises'"],
  ['styles of its own layer', 'src/lib/paint/styles.ts', "import './shell.css'"],
  [
    'anything in a test',
    'tests/server/a.test.ts',
    "export { a } from '#server/app.ts'\nexport { b } from '#features/menus/queries.ts'\nexport { Dexie } from 'dexie'",
  ],
  [
    'climbing where there is no alias',
    'tests/lint/a.test.ts',
    "export { layers } from '../../lint/layers.mjs'",
  ],
  ['an index that does something', 'src/sw/index.ts', "import { a } from './precache.ts'\n\na()"],
  ["a route's name", 'src/routes/menus.$menuId.tsx', 'export const a = 1'],
  ['a time that is given', 'contract/time.ts', 'export const a = (ms: number) => new Date(ms)'],
  [
    'a port that is called fetch',
    'src/lib/sync/port.ts',
    "export const a = (fetch: (path: string) => void) => fetch('/x')",
  ],
  ['the clock outside the simulated layers', 'src/lib/ports/clock.ts', 'export const a = () => Date.now()'],
  ['cents to dollars in the one place', 'contract/money.ts', 'export const a = (b: number) => b / 100'],
  ['a component of 120 lines', 'src/features/menus/component.tsx', longFunction('Work', 120)],
  [
    'a long chapter of tests',
    'tests/chapter.test.ts',
    `import { describe, test } from 'vitest'\n\ndescribe('a', () => {\n${"  test('b', () => {})\n".repeat(70)}})\n`,
  ],
  [
    'a public file of a module that may be imported',
    'server/modules/kitchen/public.ts',
    "export type { Ticket } from '#server/modules/tickets/ticket.ts'",
  ],
  [
    'any file of a module, where the server is put together',
    'server/together.ts',
    "export { a } from '#server/modules/menus/routes.ts'",
  ],
  [
    'statements of a transaction, and the database after it',
    'server/plugins/after.ts',
    "import type { Database } from '#server/db/database.ts'\n\nexport async function a(database: Database): Promise<void> {\n  await database.transaction((tx) => tx.query('SELECT 1'))\n  await database.query('SELECT 2')\n}",
  ],
  ['a statement of the owner', 'server/modules/tickets/sql.ts', "export const a = 'DELETE FROM tickets'"],
  [
    'a read that is named in the table',
    'server/modules/accounts/sql.ts',
    "export const a = 'SELECT 1 FROM tickets'",
  ],
  [
    'a sentence with such words',
    'server/modules/places/words.ts',
    "export const a = 'No letters from users'",
  ],
  ['null by ==', 'server/null.ts', 'export const a = (b: number | null | undefined) => b == null'],
  ['console on the server', 'server/log.ts', "export const a = () => console.log('x')"],
]

let complaints: Complaints
beforeAll(async () => {
  complaints = await lintStage(
    Object.fromEntries([
      ...broken.map(([, path, text]) => [path, text]),
      ...sound.map(([, path, text]) => [path, text]),
    ]),
  )
}, 180_000)

describe('refused', () => {
  test.each(broken)('%s', (_rule, path, _text, message) => {
    expect((complaints.get(path) ?? []).join('\n')).toMatch(message)
  })
})

describe('passes', () => {
  test.each(sound)('%s', (_what, path) => {
    expect(complaints.get(path) ?? []).toEqual([])
  })
})
