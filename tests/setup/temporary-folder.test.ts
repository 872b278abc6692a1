import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'

it('what tests make for a while is in the folder that goes with the run', () => {
  expect(process.env.LARDER_TEST_FOLDER).toMatch(/larder-tests-/)
  expect(tmpdir()).toBe(process.env.LARDER_TEST_FOLDER)
})
