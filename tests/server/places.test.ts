import { mkdtempSync, cpSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlaceAnswer, PlacesAnswer } from '#contract/schemas/place.ts'
import { readSettings } from '#server/env.ts'
import { readMerchants } from '#server/import/import-merchants.ts'
import { formatImportProblem, ImportError } from '#server/import/problem.ts'
import { googlePlaces } from '#server/ports/places/google.ts'
import { databases } from './support/databases.ts'
import {
  fixtureMerchants,
  Guest,
  type ProblemBody,
  startTestLarder,
  type TestLarder,
} from './support/larder.ts'

const search = (guest: Guest, query: string) =>
  guest.send<PlacesAnswer & ProblemBody>('GET', `/location/:loc/places?query=${encodeURIComponent(query)}`)
const find = (guest: Guest, id: string) =>
  guest.send<PlaceAnswer & ProblemBody>('GET', `/location/:loc/places/${encodeURIComponent(id)}`)

/** The fixtures with towns around Tavola. */
function withPlaces(places: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-places-'))
  cpSync(fixtureMerchants, folder, { recursive: true })
  writeFileSync(join(folder, 'tavola', 'places.json'), JSON.stringify(places))
  return folder
}

const hoboken = { city: 'Hoboken', state: 'NJ', zip: '07030' }

describe.for(databases)('addresses without a key [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine, { merchantsDir: withPlaces([hoboken]) })
    guest = new Guest(larder)
  })
  afterAll(() => larder.close())

  it('completes a street with the restaurant’s town and those around it', async () => {
    const { body } = await search(guest, ' 12 West  22nd Street ')
    expect(body.places.map((one) => one.description)).toEqual([
      '12 West 22nd Street, New York, NY 10011',
      '12 West 22nd Street, Hoboken, NJ 07030',
    ])
    expect((await find(guest, body.places[1]!.id)).body.place).toEqual({
      street_number: '12',
      route: 'West 22nd Street',
      city: 'Hoboken',
      state: 'NJ',
      zip: '07030',
      terms: ['12 West 22nd Street', 'Hoboken', 'NJ 07030'],
    })
  })

  it('narrows suggestions by the typed town, and accepts an address that is typed completely', async () => {
    expect((await search(guest, '12 Main Street, hob')).body.places.map((one) => one.description)).toEqual([
      '12 Main Street, Hoboken, NJ 07030',
    ])
    expect(
      (await search(guest, '12 Main Street, Yonkers, ny 10701')).body.places.map((one) => one.description),
    ).toEqual(['12 Main Street, Yonkers, NY 10701'])
    expect((await search(guest, '12')).body.places).toEqual([])
    expect((await search(guest, '')).body.places).toEqual([])
  })

  it('suggests only terms for text that is no street address', async () => {
    const { body } = await search(guest, 'Rose Court')
    const { place } = (await find(guest, body.places[0]!.id)).body
    expect(place).toMatchObject({
      street_number: '',
      route: '',
      terms: ['Rose Court', 'New York', 'NY 10011'],
    })
  })

  it('knows no id that it did not give', async () => {
    for (const id of ['nothing', 'W10', Buffer.from('["a","b"]').toString('base64url')])
      expect(await find(guest, id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await search(guest, 'x'.repeat(201))).status).toBe(400)
  })

  it('stores nothing that is typed', async () => {
    await search(guest, '99 Quiet Lane')
    const tables = await larder.database.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    )
    for (const { name } of tables) {
      const rows = await larder.database.query<{ text: string | null }>(
        `SELECT string_agg(t::text, '') AS text FROM ${name} t`,
      )
      expect(rows[0]?.text ?? '', name).not.toContain('Quiet Lane')
    }
  })
})

describe('a merchant’s files', () => {
  const problemsOf = (folder: string): string[] => {
    try {
      readMerchants(folder, { allowMissingPictures: false })
      return []
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      return error.problems.map(formatImportProblem)
    }
  }

  it('name the towns around, checked with file and field', () => {
    expect(problemsOf(withPlaces([hoboken]))).toEqual([])
    const [problem, ...more] = problemsOf(withPlaces([{ ...hoboken, zip: '7030' }]))
    expect(problem).toMatch(/tavola\/places\.json.*zip.*five digits/)
    expect(more).toEqual([])
  })
})

describe.for(databases)('addresses by Google Places [$name]', (engine) => {
  const asked: { url: string; key: unknown; mask: unknown; body: string }[] = []
  let status = 200
  let broken = false
  let google: Server
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    google = createServer((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => void (body += part.toString()))
      request.on('end', () => {
        const { url = '', headers } = request
        asked.push({ url, key: headers['x-goog-api-key'], mask: headers['x-goog-fieldmask'], body })
        response.writeHead(url.includes('unknown') ? 404 : status, { 'content-type': 'application/json' })
        response.end(
          broken
            ? '<p>Sign in to the Wi-Fi'
            : JSON.stringify(url.includes('autocomplete') ? suggestions : details),
        )
      })
    })
    await new Promise<void>((done) => google.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(google.address() as AddressInfo).port}/v1`
    larder = await startTestLarder(engine, { places: googlePlaces({ key: 'the key', url }) })
    guest = new Guest(larder)
  })
  afterAll(async () => {
    await larder.close()
    await new Promise((done) => google.close(done))
  })

  const suggestions = {
    suggestions: [
      { placePrediction: { placeId: 'ChIJ1', text: { text: '12 W 22nd St, New York, NY, USA' } } },
      {},
    ],
  }
  const details = {
    formattedAddress: '12 W 22nd St, New York, NY 10010, USA',
    addressComponents: [
      { longText: '12', shortText: '12', types: ['street_number'] },
      { longText: 'West 22nd Street', shortText: 'W 22nd St', types: ['route'] },
      { longText: 'New York', shortText: 'New York', types: ['locality', 'political'] },
      { longText: 'New York', shortText: 'NY', types: ['administrative_area_level_1', 'political'] },
      { longText: '10010', shortText: '10010', types: ['postal_code'] },
    ],
  }

  it('asks from the server, near the restaurant @AO-04', async () => {
    expect((await search(guest, '12 W 22nd')).body.places).toEqual([
      { id: 'ChIJ1', description: '12 W 22nd St, New York, NY, USA' },
    ])
    expect(asked.at(-1)).toMatchObject({ url: '/v1/places:autocomplete', key: 'the key' })
    expect(JSON.parse(asked.at(-1)!.body)).toMatchObject({
      input: '12 W 22nd, New York, NY',
      includedRegionCodes: ['us'],
    })
    expect((await find(guest, 'ChIJ1')).body.place).toEqual({
      street_number: '12',
      route: 'West 22nd Street',
      city: 'New York',
      state: 'NY',
      zip: '10010',
      terms: ['12 W 22nd St', 'New York', 'NY 10010', 'USA'],
    })
    expect(asked.at(-1)).toMatchObject({ mask: 'addressComponents,formattedAddress' })
  })

  it('distinguishes an unknown address from a service that does not answer', async () => {
    expect((await find(guest, 'unknown')).status).toBe(404)
    status = 500
    expect(await search(guest, '12 W 22nd')).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('type yours') as string },
    })
    expect(larder.log.at(-1)).toMatchObject({ event: 'places_failed' })
    expect(JSON.stringify(larder.log)).not.toContain('the key')
    status = 200
    broken = true
    expect((await search(guest, '12 W 22nd')).status).toBe(503)
    broken = false
  })
})

describe('the setting', () => {
  it('is a key, or nothing', () => {
    expect(readSettings({}).googlePlaces).toBeUndefined()
    expect(readSettings({ GOOGLE_PLACES_KEY: 'k' }).googlePlaces).toEqual({
      key: 'k',
      url: 'https://places.googleapis.com/v1',
    })
  })
})
