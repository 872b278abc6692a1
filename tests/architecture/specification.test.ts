import { describe, expect, test } from 'vitest'
import { checkSpecification, readTree } from '../../scripts/specification.mjs'
import { makeProof } from '../../scripts/specification/proof.mjs'

const { findings, requirements, faults, citations } = checkSpecification(readTree())
const rules = [
  'untagged requirement',
  'unknown tag',
  'unknown requirement',
  'requirement twice',
  'requirement never',
  'unknown section',
  'unknown fault',
  'fault twice',
  'shown by nothing',
  'unknown path',
  'unknown decision',
  'proof not as the tests are',
  'tests not read',
  'tag without a title',
] as const

describe('the citations of this repository', () => {
  test('are checked: requirements, rows of faults, and citations of every kind', () => {
    expect(requirements).toBeGreaterThanOrEqual(393)
    expect(faults).toBeGreaterThanOrEqual(10 + 18 + 113)
    for (const [kind, count] of Object.entries(citations)) expect(count, kind).toBeGreaterThan(0)
  })

  test.each(rules)('have no %s', (rule) => {
    expect(
      findings.filter((finding) => finding.rule === rule).map(({ where, what }) => `${where}: ${what}`),
    ).toEqual([])
  })
})

/** A small tree in which every citation resolves. */
const sound: Record<string, string> = {
  'docs/specification/4-states.md':
    '# §4 States\n\n- **ST-01** Logged in.\n- **ST-02** Every 60 s (ST-01).\n',
  'docs/faults.md':
    '| **U3** | Signing out | One charge | `e2e/faults/session.spec.ts` › signing out while a tab pays |\n| **V7** | A broken worker | Gone | **Not here:** it has none |\n| **I1** | *Conservation.* |\n| **H1** | it says | we do |\n',
  'docs/decisions/030-one-second-try.md':
    '# 030\n\n[The states](../specification/4-states.md), [all](../specification/)\n',
  'docs/design/look.md': '# Look\n',
  'src/clock.ts':
    '/** §4, specification §4: 60 s (ST-02; reliability U3; decision 030; docs/decisions/030; docs/design/look.md, design/look.md). */\n',
  'server/storable.ts': '/** RFC 8259 §8.2, https://developers.example/docs/throttling.md; a type (K8). */\n',
  'e2e/faults/session.spec.ts':
    "test('signing out while a tab pays (U3) @ST-01', run)\ntest('it renews @ST-02', run)\n",
}
const proof = `# What

| ST-02 | the second clock | there is one |

<!-- From here on written by: node scripts/specification.mjs --write -->

## Every requirement, and the tests that bear its tag

| requirement | tests | shown |
|---|---|---|
| ST-01 | \`e2e/faults/session.spec.ts\` › signing out while a tab pays (U3) | whole |
| ST-02 | \`e2e/faults/session.spec.ts\` › it renews | without the second clock |
`
/** The findings in that tree when one of its files is replaced. */
const wrongWith = (changes: Record<string, string>): string[] =>
  checkSpecification(new Map(Object.entries({ ...sound, ...changes }))).findings.map(
    ({ rule, where }) => `${rule}: ${where}`,
  )

describe('the check', () => {
  test('finds nothing when everything resolves', () => {
    expect(wrongWith({})).toEqual([])
  })

  test.each<[string, Record<string, string>, string[]]>([
    [
      'a requirement that no test names',
      { 'e2e/faults/session.spec.ts': "test('signing out while a tab pays (U3) @ST-01', run)" },
      ['untagged requirement: docs/specification/4-states.md'],
    ],
    ['a tag in a file that is no test', { 'src/tagged.ts': '// @ST-03' }, []],
    [
      'a tag that is no requirement',
      { 'tests/a.test.ts': "test('a @ST-09', run)" },
      ['unknown tag: tests/a.test.ts'],
    ],
    [
      'a tag of a prefix that does not exist',
      { 'tests/a.test.ts': "test('a @ZZ-01', run)" },
      ['unknown tag: tests/a.test.ts'],
    ],
    [
      'a requirement that does not exist, cited in code',
      { 'src/a.ts': '// ST-09' },
      ['unknown requirement: src/a.ts'],
    ],
    [
      'a requirement that stands twice',
      { 'docs/specification/9-constants.md': '- **ST-01** Again.' },
      ['requirement twice: docs/specification/9-constants.md'],
    ],
    [
      'a requirement that was lost from its page',
      {
        'docs/specification/4-states.md': '- **ST-02** Every 60 s.',
        'e2e/faults/session.spec.ts': "test('signing out while a tab pays (U3) @ST-02', run)",
      },
      ['requirement never: docs/specification'],
    ],
    [
      'a heading that its page does not have',
      { 'src/a.ts': '/** §4 *States*; §4 *Sessions of old* */' },
      ['unknown section: src/a.ts'],
    ],
    ['a section without a page', { 'src/a.ts': '/** §5: 1 to 10. */' }, ['unknown section: src/a.ts']],
    [
      'reliability X9',
      {
        'src/a.ts': '/** In bursts (reliability U3, X9). */',
        'docs/faults.md': `${sound['docs/faults.md']!}| **X1** | a | b | **Not here:** c |`,
      },
      ['unknown fault: src/a.ts'],
    ],
    [
      'a fault in a title',
      { 'tests/a.test.ts': "test('a (U3, U4)', run)" },
      ['unknown fault: tests/a.test.ts'],
    ],
    [
      'a fault in brackets, and as a tag',
      { 'tests/a.test.ts': "test('a [U4]', run)\ntest('b @V9', run)" },
      ['unknown fault: tests/a.test.ts', 'unknown fault: tests/a.test.ts'],
    ],
    [
      'a row of a list that is not here',
      { 'tests/a.test.ts': "test('a (U3, R-01)', run)" },
      ['unknown fault: tests/a.test.ts'],
    ],
    ['a chapter instead of a row', { 'src/a.ts': '// reliability 7.1' }, ['unknown fault: src/a.ts']],
    [
      'a row that stands twice',
      { 'docs/faults.md': `${sound['docs/faults.md']!}| **V7** | Once more | Gone | **Not here:** c |` },
      ['fault twice: docs/faults.md'],
    ],
    [
      'a row that names a test that is not there',
      { 'e2e/faults/session.spec.ts': "test('another title (U3) @ST-01 @ST-02', run)" },
      ['shown by nothing: docs/faults.md'],
    ],
    [
      'a row that names no test and no reason',
      { 'docs/faults.md': `${sound['docs/faults.md']!}| **V8** | a | b | no test yet |` },
      ['shown by nothing: docs/faults.md'],
    ],
    [
      'the same, which a test names',
      {
        'docs/faults.md': `${sound['docs/faults.md']!}| **V8** | a | b | |`,
        'tests/a.test.ts': "test('a (V8)', run)",
      },
      ['shown by nothing: tests/a.test.ts'],
    ],
    ['a document that is not there', { 'src/a.ts': '// docs/design/feel.md' }, ['unknown path: src/a.ts']],
    ['the same, in short', { 'src/a.ts': '// (design/feel.md, Craft)' }, ['unknown path: src/a.ts']],
    [
      'a link that leads nowhere',
      { 'README.md': '[the states](docs/specification/5-states.md)' },
      ['unknown path: README.md', 'unknown path: README.md'],
    ],
    [
      'a file of the code that a page names',
      {
        'docs/guide.md': '`src/gone.ts`, `src/gone/*`, `tests/a.test.ts`, `src/`',
        'src/a.ts': '',
        'tests/a.test.ts': '',
      },
      ['unknown path: docs/guide.md', 'unknown path: docs/guide.md'],
    ],
    [
      'a file by its path from the page’s own folder',
      { 'tests/README.md': '`scripts/counts.test.ts`', 'tests/scripts/counts.test.ts': '' },
      [],
    ],
    ['a file that was there when it was decided', { 'docs/decisions/031-old.md': '`src/gone.ts`' }, []],
    [
      'a decision without a page',
      { 'src/a.ts': '// decisions 030 and 031, docs/decisions/999' },
      ['unknown decision: src/a.ts', 'unknown decision: src/a.ts'],
    ],
    ['a proof as the tests are', { 'docs/specification/proof.md': proof }, []],
    [
      'a proof that says whole of what it says is not shown',
      { 'docs/specification/proof.md': proof.replace('without the second clock', 'whole') },
      ['proof not as the tests are: docs/specification/proof.md'],
    ],
    [
      'a proof with the title that a test had',
      {
        'docs/specification/proof.md': proof,
        'tests/a.test.ts': "test('once more @ST-02', run)",
      },
      ['proof not as the tests are: docs/specification/proof.md'],
    ],
    [
      'a proof with tests that nobody has read',
      { 'docs/specification/proof.md': proof.replace('| whole |', '| not read |') },
      ['tests not read: docs/specification/proof.md'],
    ],
    [
      'a proof that calls whole what somebody has called otherwise',
      { 'docs/specification/proof.md': proof.replace('| whole |', '| well |') },
      ['proof not as the tests are: docs/specification/proof.md'],
    ],
    [
      'a tag that stands alone',
      {
        'docs/specification/proof.md': proof.replace('it renews |', 'it renews<br>`tests/a.test.ts` ›  |'),
        'tests/a.test.ts': "test.each([['/menus', '@ST-02']])('%s answers %s', run)",
      },
      ['tag without a title: tests/a.test.ts'],
    ],
  ])('%s', (_what, changes, expected) => {
    expect(wrongWith(changes).toSorted()).toEqual(expected)
  })
})

describe('the table of proof.md', () => {
  const path = 'docs/specification/proof.md'
  const tree = (changes: Record<string, string> = {}) =>
    new Map(Object.entries({ ...sound, [path]: proof, ...changes }))
  const saidOf = (text: string) =>
    text.split('\n').map((row) => /^\| (ST-\d\d) .* \| ([^|]+) \|$/.exec(row)?.slice(1))
  const rowsOf = (text: string) => saidOf(text.split('## Every')[1]!).filter((row) => row !== undefined)

  test('keeps a row as somebody wrote it while its tests are the same', () => {
    expect(makeProof(tree())).toBe(proof)
  })

  test.each<[string, Record<string, string>]>([
    ['another test', { 'tests/a.test.ts': "test('a clock that is wrong @ST-01', run)" }],
    [
      'another title',
      {
        'e2e/faults/session.spec.ts':
          "test('signing out while a tab waits (U3) @ST-01', run)\ntest('it renews @ST-02', run)\n",
      },
    ],
    ['nobody’s word', { [path]: proof.replace('| whole |', '| not read |') }],
  ])('marks a row with %s as not read until its requirement is named as read', (_what, changes) => {
    const written = makeProof(tree(changes))
    expect(rowsOf(written)).toEqual([
      ['ST-01', 'not read'],
      ['ST-02', 'without the second clock'],
    ])
    const read = makeProof(tree({ ...changes, [path]: written }), (id) => id === 'ST-01')
    expect(rowsOf(read)[0]).toEqual(['ST-01', 'whole'])
  })
})
