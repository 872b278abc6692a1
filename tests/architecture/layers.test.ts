import { beforeAll, describe, expect, test } from 'vitest'
import { type Complaints, lintStage } from './stage.ts'

/** The import table once more, written by hand from docs/architecture.md: every cell of lint/layers.mjs must agree with it. */
const places = {
  contract: 'contract/rules/tip.ts',
  db: 'src/db/tickets.ts',
  api: 'src/lib/api/client.ts',
  errors: 'src/lib/errors/kinds.ts',
  ports: 'src/lib/ports/browser.ts',
  sync: 'src/lib/sync/drain.ts',
  query: 'src/lib/query/device-backed.ts',
  session: 'src/lib/session/session.ts',
  payments: 'src/lib/payments/pay.ts',
  secondFactor: 'src/lib/second-factor/with-step-up.ts',
  verification: 'src/lib/verification/prove.ts',
  identity: 'src/lib/identity/google.ts',
  ui: 'src/lib/ui/button.tsx',
  paint: 'src/lib/paint/shell.tsx',
  theme: 'src/lib/theme/tokens.ts',
  seo: 'src/lib/seo/titles.ts',
  pwa: 'src/lib/pwa/messages.ts',
  time: 'src/lib/time/ago.ts',
  display: 'src/shared/display/dish-card.tsx',
  forms: 'src/shared/forms/step-frame.tsx',
  menuSearch: 'src/shared/menu-search/menu-index.ts',
  giftCard: 'src/shared/gift-card/gift-face.tsx',
  menus: 'src/features/menus/queries.ts',
  ordering: 'src/features/ordering/commands.ts',
  screen: 'src/features/ordering/screens/item.tsx',
  routes: 'src/routes/order.tsx',
  app: 'src/app/sender.ts',
  launch: 'src/launch/first-screen.tsx',
  main: 'src/main.tsx',
  sw: 'src/sw/index.ts',
  server: 'server/modules/menus/service.ts',
} as const
type Place = keyof typeof places

const lib = [
  'api',
  'errors',
  'ports',
  'sync',
  'query',
  'session',
  'payments',
  'secondFactor',
  'verification',
  'identity',
  'ui',
  'paint',
  'theme',
  'seo',
  'pwa',
  'time',
] as const
const shared = ['display', 'forms', 'menuSearch', 'giftCard'] as const
const portal = [
  'contract',
  'db',
  ...lib,
  ...shared,
  'menus',
  'ordering',
  'screen',
  'routes',
  'app',
  'launch',
] as const

/** What each layer may import, apart from itself; `types` means `import type` only. */
const allowed: Record<Place, readonly Place[]> = {
  contract: [],
  db: ['contract'],
  api: ['contract', 'errors', 'ports'],
  errors: ['contract'],
  ports: ['contract'],
  sync: ['contract', 'db', 'api', 'errors', 'ports'],
  query: ['contract', 'db', 'api', 'errors', 'ports'],
  session: ['contract', 'db', 'api', 'errors', 'ports'],
  secondFactor: ['contract', 'api', 'errors', 'query', 'ui', 'paint'],
  payments: ['contract', 'db', 'api', 'errors', 'ports', 'sync', 'query', 'ui', 'paint', 'forms'],
  verification: ['contract', 'ports'],
  identity: ['contract', 'ports'],
  ui: ['verification', 'theme', 'time'],
  paint: ['theme', 'time'],
  theme: [],
  seo: [],
  pwa: [],
  time: [],
  display: ['paint', 'theme', 'time'],
  forms: ['ui', 'theme', 'time', 'verification'],
  menuSearch: ['contract', 'ports', 'query', 'paint', 'display'],
  giftCard: [],
  menus: ['contract', 'db', ...lib, ...shared],
  ordering: ['contract', 'db', ...lib, ...shared, 'screen'],
  screen: ['contract', 'db', ...lib, ...shared, 'ordering'],
  routes: [...lib, ...shared, 'menus', 'screen'],
  app: ['contract', 'db', ...lib, 'menus'],
  launch: [...portal.filter((place) => place !== 'launch'), 'main'],
  main: portal,
  sw: ['contract', 'db', 'api', 'session', 'sync', 'errors', 'ports'],
  server: ['contract'],
}
const typesOnly: Partial<Record<Place, readonly Place[]>> = {
  query: ['payments', 'session', 'sync', 'pwa'],
  ...Object.fromEntries(
    ['ui', 'paint', 'theme', 'seo', 'pwa', 'time', 'display', 'forms', 'giftCard', 'routes'].map((place) => [
      place,
      ['contract'],
    ]),
  ),
  app: ['launch'],
  sw: ['pwa'],
}

const specifier = (path: string) =>
  path
    .replace(/^contract\//, '#contract/')
    .replace(/^src\/(db|lib|shared|app|features)\//, '#$1/')
    .replace(/^server\//, '#server/')

/** A file for each import, in one folder of each layer, so that each message belongs to one file. */
function cell(from: Place, to: Place, kind: 'value' | 'type') {
  const path = places[from].replace(/[^/]+$/, (name) => `to-${to}-${kind}-${name}`)
  const target = specifier(places[to])
  const text = target.startsWith('#') ? target : `${'../'.repeat(path.split('/').length - 1)}${target}`
  const keyword = kind === 'type' ? 'import type' : 'import'
  return {
    path,
    text: `${keyword} { thing } from '${text}'\n\nexport type Held = typeof thing\nexport const held = () => thing\n`,
  }
}

const names = Object.keys(places) as Place[]
const others = (from: Place) => names.filter((to) => to !== from)
// main.tsx is a single file, which cannot be written once for each import, so launch stands for the composition root.
const importers = names.filter((from) => from !== 'main')

const found = {} as Record<'value' | 'type', Complaints>
beforeAll(async () => {
  for (const kind of ['value', 'type'] as const) {
    const cells = importers.flatMap((from) => others(from).map((to) => cell(from, to, kind)))
    found[kind] = await lintStage(Object.fromEntries(cells.map(({ path, text }) => [path, text])))
  }
}, 180_000)

const refusals = (from: Place, to: Place, kind: 'value' | 'type') =>
  (found[kind].get(cell(from, to, kind).path) ?? []).filter((line) => line.startsWith('house(layers)'))

describe.each(importers)('%s', (from) => {
  test('may import what the table allows, and nothing else', () => {
    expect(others(from).filter((to) => refusals(from, to, 'value').length === 0)).toEqual(
      names.filter((to) => allowed[from].includes(to)),
    )
  })

  test('may import types where the table allows types', () => {
    const types = [...allowed[from], ...(typesOnly[from] ?? [])]
    expect(others(from).filter((to) => refusals(from, to, 'type').length === 0)).toEqual(
      names.filter((to) => types.includes(to)),
    )
  })

  test('gets a message that says where the line belongs instead', () => {
    const messages = others(from).flatMap((to) => refusals(from, to, 'value'))
    for (const message of messages)
      expect(message).toMatch(/(may not import|takes only types from) .+: .{20,}/)
  })
})
