import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { earlierAssets, keepBuild } from '#server/portal/earlier-builds.ts'
import { oneDatabase } from './support/databases.ts'
import { startTestLarder, tavola } from './support/larder.ts'
import { buildTinyPortal } from './support/portal.ts'

const day = 24 * 60 * 60 * 1000
const start = Date.parse('2026-11-20T18:00:00Z')

describe('files of earlier builds (V1)', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'larder-builds-'))
  })
  /** A build whose file names contain hashes of their content, like the real one's. */
  const build = (...names: string[]): string => {
    const folder = mkdtempSync(join(tmpdir(), 'larder-assets-'))
    for (const name of names) writeFileSync(join(folder, name), `content of ${name}`)
    return folder
  }
  const kept = (): string[] => readdirSync(earlierAssets(dataDir)).toSorted()

  it('stay when the next build is served, but for what they are packed in twice', () => {
    keepBuild(build('a-1.js', 'a-1.js.br', 'a-1.js.gz', 'same-1.js'), dataDir, start)
    keepBuild(build('a-2.js', 'same-1.js'), dataDir, start + day)
    expect(kept()).toEqual(['a-1.js', 'a-1.js.br', 'a-2.js', 'same-1.js'])
    expect(readFileSync(join(earlierAssets(dataDir), 'a-1.js'), 'utf8')).toBe('content of a-1.js')
  })

  it('stay for 14 days after the build was replaced, however long it was served before', () => {
    keepBuild(build('a-1.js'), dataDir, start)
    keepBuild(build('a-2.js'), dataDir, start + 90 * day)
    keepBuild(build('a-2.js'), dataDir, start + 104 * day - 1)
    expect(kept()).toEqual(['a-1.js', 'a-2.js'])
    keepBuild(build('a-2.js'), dataDir, start + 104 * day)
    expect(kept()).toEqual(['a-2.js'])
  })

  it('of 20 builds at most are kept, the newest', () => {
    for (let one = 1; one <= 22; one++) keepBuild(build(`a-${one}.js`), dataDir, start + one)
    expect(kept()).toEqual(Array.from({ length: 21 }, (_, at) => `a-${at + 2}.js`).toSorted())
  })

  it('are those of a build that is served again, when it comes back', () => {
    keepBuild(build('a-1.js'), dataDir, start)
    keepBuild(build('a-2.js'), dataDir, start + day)
    keepBuild(build('a-1.js'), dataDir, start + 2 * day)
    keepBuild(build('a-1.js'), dataDir, start + 15 * day)
    expect(kept()).toEqual(['a-1.js', 'a-2.js'])
    keepBuild(build('a-1.js'), dataDir, start + 16 * day)
    expect(kept()).toEqual(['a-1.js'])
  })

  it('are copied again after an incomplete copy, and the list is started again if it cannot be read', () => {
    const first = build('a-1.js')
    keepBuild(first, dataDir, start)
    writeFileSync(join(earlierAssets(dataDir), 'a-1.js'), 'conte')
    writeFileSync(join(dataDir, 'builds/builds.json'), '[{"id"')
    keepBuild(first, dataDir, start)
    expect(readFileSync(join(earlierAssets(dataDir), 'a-1.js'), 'utf8')).toBe('content of a-1.js')
    expect(JSON.parse(readFileSync(join(dataDir, 'builds/builds.json'), 'utf8'))).toMatchObject([
      { files: ['a-1.js'] },
    ])
  })

  it('are served like the build’s own, and nothing else in the data folder is', async () => {
    const engine = oneDatabase[0]!
    keepBuild(build('old-1.js'), dataDir, start)
    mkdirSync(join(dataDir, 'outgoing'))
    writeFileSync(join(dataDir, 'outgoing/email.txt'), 'private')
    const larder = await startTestLarder(engine, {
      portal: { kind: 'built', dir: buildTinyPortal(), earlier: earlierAssets(dataDir) },
    })
    try {
      const get = (url: string) => larder.app.inject({ url, headers: { host: tavola.host } })
      const old = await get('/assets/old-1.js')
      expect([old.statusCode, old.body]).toEqual([200, 'content of old-1.js'])
      expect(old.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
      })
      expect((await get('/assets/index-abc.js')).statusCode).toBe(200)
      for (const url of [
        '/assets/never-1.js',
        '/assets/..%2fbuilds.json',
        '/assets/..%2f..%2foutgoing%2fletter.txt',
      ])
        expect((await get(url)).statusCode).toBe(404)
    } finally {
      await larder.close()
    }
  })
})
