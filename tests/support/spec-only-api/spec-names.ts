import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Every name that the specification uses for data, calls and errors: whatever its pages write in `backticks`. */
export const specificationNames: ReadonlySet<string> = new Set(
  ['3-entities', '4-states', '7-calls', '8-errors']
    .map((page) => readFileSync(resolve(`docs/specification/${page}.md`), 'utf8'))
    .flatMap((text) => [...text.matchAll(/`([^`]+)`/g)])
    .flatMap(([, quoted]) => quoted!.match(/[A-Za-z]\w*/g) ?? []),
)

/** Names that the specification leaves open ("not shown", "address fields", "nested sections") and docs/design/contract.md settles: a real API has them. */
const settledNames: ReadonlySet<string> = new Set([
  // What answers are wrapped in.
  'card_order',
  'physical_order',
  'ticket_orders',
  // §3 describes them in words.
  'sections',
  'provider',
  'location_address1',
  'location_address2',
  'location_city',
  'location_state',
  'location_zip',
  'desktop_banner_one_eighth',
  'desktop_banner_one_third',
  'mobile_banner_one_third',
  // §3 names a ticket’s history, but not its fields.
  'at',
  // §8 mentions codes.
  'code',
  // Decision 017: the administration’s payloads.
  'device',
  'app_id',
  'platform',
  'version',
  'active',
  'detail',
  'installed_at',
  'updated_at',
  'last_seen_at',
  'pages',
])

/** The fields that the specification lists for an entity, by the key that holds it: a field is not allowed just because another entity has one of that name. */
const entities: Readonly<Record<string, ReadonlySet<string>>> = {
  location: namesIn('EN-03'),
  announcements: namesIn('EN-15'),
}

function namesIn(requirement: string): ReadonlySet<string> {
  const page = readFileSync(resolve('docs/specification/3-entities.md'), 'utf8')
  const [entry = ''] = new RegExp(`\\*\\*${requirement}\\*\\*[^]*?\\n(?=- |\\n)`).exec(page) ?? []
  return new Set([...entry.matchAll(/`(\w+)`/g)].map(([, name]) => name!))
}

/** Below these keys are the merchant’s own names. */
const free: ReadonlySet<string> = new Set(['value', 'data', 'consumer_application_settings'])

/** Removes from an answer every field that the specification does not name. */
export function onlyNamed(value: unknown, entity?: string): unknown {
  if (Array.isArray(value)) return value.map((one) => onlyNamed(one, entity))
  if (typeof value !== 'object' || value === null) return value
  const own = entity === undefined ? undefined : entities[entity]
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const isNamed = own ? own.has(key) : specificationNames.has(key)
      if (!isNamed && !settledNames.has(key)) return []
      return [[key, free.has(key) ? one : onlyNamed(one, key)]]
    }),
  )
}
