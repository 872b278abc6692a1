import { readOptions } from '../command-line.mjs'
import { Failure, seconds } from '../progress.mjs'
import { mutants } from './mutants.mjs'
import { createRunner, keyOf } from './runner.mjs'

const usage = `npm run mutate                     takes out every guard, one at a time, and runs the tests that are to notice
npm run mutate -- --only <text>    those whose name or file contains it; may be said several times
npm run mutate -- --list           names them, and runs nothing`

const marks = { killed: '✓ killed', survived: '✗ SURVIVED', hung: '✗ HUNG', broken: '✗ DID NOT BUILD' }

/** Gives whether every mutant was noticed. @param {string[]} args */
export async function mutate(args) {
  const { values } = readOptions(
    usage,
    {
      only: { type: 'string', multiple: true, default: [''] },
      list: { type: 'boolean', default: false },
    },
    { args },
  )
  const chosen = mutants.filter(({ name, file }) =>
    values.only.some((text) => `${name}\n${file}`.includes(text)),
  )
  if (chosen.length === 0)
    throw new Failure(`No mutant’s name or file contains “${values.only.join('” or “')}”.`)
  if (values.list) {
    for (const { name, file } of chosen) console.log(`${file}: ${name}`)
    return true
  }
  const began = performance.now()
  const runner = await createRunner()
  try {
    const results = await runAll(runner, chosen)
    const isSound = await checkGreen(runner, results)
    return report(results, began) && isSound
  } finally {
    await runner.close()
  }
}

async function runAll(runner, chosen) {
  const results = []
  for (const mutant of chosen) {
    const began = performance.now()
    const { outcome, by, note } = await runner.kill(mutant)
    const isKilled = outcome === 'killed' || (outcome === 'hung' && mutant.hangs === true)
    results.push({ mutant, outcome, by, isKilled })
    const mark = isKilled ? marks.killed : marks[outcome]
    console.log(`${mark}  ${mutant.file}: ${mutant.name}  ${seconds(performance.now() - began)}`)
    if (note) console.log(`    ${note}`)
  }
  return results
}

/** A test that also fails without the mutant proves nothing: the tests that failed are run again without it. */
async function checkGreen(runner, results) {
  const began = performance.now()
  const titles = new Map()
  for (const { by } of results.filter(({ isKilled }) => isKilled))
    titles.set(by.file, [...(titles.get(by.file) ?? []), by.title])
  const named = [...titles].map(([file, some]) => ({ file, which: { testNames: some } }))
  const { failures, passed } = await runner.run(named, { all: true })
  const missing = results.filter(({ isKilled, by }) => isKilled && !passed.has(keyOf(by)))
  console.log(
    `\nWithout a mutant the tests that noticed are ${missing.length === 0 ? 'green' : 'NOT GREEN'}, ${seconds(performance.now() - began)}`,
  )
  for (const { by } of missing)
    console.log(
      `✗ ${keyOf(by)}\n    ${failures.find((one) => one.by && keyOf(one.by) === keyOf(by))?.message ?? ''}`,
    )
  return missing.length === 0
}

function report(results, began) {
  const bad = results.filter(({ isKilled }) => !isKilled)
  console.log(
    `${results.length - bad.length} of ${results.length} mutants were killed, in ${seconds(performance.now() - began)}.`,
  )
  for (const { mutant, outcome } of bad)
    console.log(`${marks[outcome]}  ${mutant.file}: ${mutant.name}\n    tests: ${mutant.tests.join(', ')}`)
  return bad.length === 0
}
