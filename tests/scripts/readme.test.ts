import { expect, test } from 'vitest'
import { shellCommands } from '../../scripts/test/readme.mjs'

test('the commands of a README are those in its shell blocks, each once, without comments and settings', () => {
  const markdown =
    'Use `npm run gone`.\n\n```sh\nnpm start   # two minutes the first time\n# a comment\nPORT=9000 npm start\n\nnpm test\n```\n\n```json\n{}\n```\n'
  expect(shellCommands(markdown)).toEqual(['npm start', 'npm test'])
})
