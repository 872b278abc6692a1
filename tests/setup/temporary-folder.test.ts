import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { removeLeftovers } from './temporary-folder.ts'

it('what tests make for a while is in the folder that goes with the run', () => {
  expect(process.env.LARDER_TEST_FOLDER).toMatch(/larder-tests-/)
  expect(tmpdir()).toBe(process.env.LARDER_TEST_FOLDER)
})

it('the folder of a run that was killed goes with the next run, and nobody else’s', () => {
  const place = mkdtempSync(join(tmpdir(), 'larder-place-'))
  const ended = spawnSync(process.execPath, ['--version']).pid
  const [running, others] = [`larder-tests-${process.pid}-abc`, 'somebody-else']
  for (const name of [`larder-tests-${ended}-abc`, running, others])
    mkdirSync(join(place, name, 'inside'), { recursive: true })
  removeLeftovers(place)
  expect(readdirSync(place).sort()).toEqual([running, others])
})
