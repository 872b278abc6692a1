import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixtureMerchants } from './larder.ts'

/** A folder with the fixture's merchants, with client ids for tavola at the identity providers. */
export function merchantsWithSignIn({
  google = '',
  facebook = '',
}: {
  google?: string
  facebook?: string
}): string {
  const dir = mkdtempSync(join(tmpdir(), 'larder-merchants-'))
  cpSync(fixtureMerchants, dir, { recursive: true })
  const file = join(dir, 'tavola/location.json')
  const location = JSON.parse(readFileSync(file, 'utf8')) as { configurations: unknown[] }
  location.configurations.push(
    { name: 'google_id', value: { web: google } },
    { name: 'facebook_id', value: facebook },
  )
  writeFileSync(file, JSON.stringify(location))
  return dir
}

/** A folder with the fixture's merchants, with tavola's `ordering` changed. */
export const merchantsWithOrdering = (changes: Readonly<Record<string, boolean>>): string =>
  merchantsWith((location) => ({ ordering: { ...location['ordering']!, ...changes } }))

/** A folder with the fixture's merchants, with other fields in tavola's `location.json`. */
export function merchantsWith(changes: (location: Readonly<Record<string, object>>) => object): string {
  const dir = mkdtempSync(join(tmpdir(), 'larder-merchants-'))
  cpSync(fixtureMerchants, dir, { recursive: true })
  const file = join(dir, 'tavola/location.json')
  const location = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>
  writeFileSync(file, JSON.stringify({ ...location, ...changes(location) }))
  return dir
}
