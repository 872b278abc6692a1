import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Failure, root, seconds } from '../progress.mjs'
import { mutants, testOf } from './mutants.mjs'
import { createRunner } from './runner.mjs'

const usage = `npm run mutate                     takes out every guard, one at a time, and runs the tests that are to notice
npm run mutate -- --only <text>    those whose name or file contains it
npm run mutate -- --list           names them, and runs nothing`

const marks = { killed: '✓ killed', survived: '✗ SURVIVED', hung: '✗ HUNG', broken: '✗ DID NOT BUILD' }

/** Gives whether every mutant was noticed. @param {string[]} args */
export async function mutate(args) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: '' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(usage)
    return true
  }
  const chosen = mutants.filter(({ name, file }) => `${name}\n${file}`.includes(values.only))
  if (chosen.length === 0) throw new Failure(`No mutant’s name or file contains “${values.only}”.`)
  if (values.list) {
    for (const { name, file } of chosen) console.log(`${file}: ${name}`)
    return true
  }
  const began = performance.now()
  const runner = await createRunner()
  try {
    await checkGreen(runner, chosen)
    return await runAll(runner, chosen, began)
  } finally {
    await runner.close()
  }
}

/** What fails without a mutant notices nothing with one. */
async function checkGreen(runner, chosen) {
  const began = performance.now()
  const titles = new Map()
  for (const { file, title } of chosen.flatMap((mutant) => mutant.tests).map(testOf))
    titles.set(file, titles.has(file) ? [...titles.get(file), title] : [title])
  const named = [...titles].map(([file, some]) => ({ file, titles: some.includes(undefined) ? [] : some }))
  const { failures, passed } = await runner.run(named)
  if (failures.length > 0)
    throw new Failure(`Without any mutant: ${failures[0].title}\n  ${failures[0].message}`)
  const silent = chosen.flatMap((mutant) => mutant.tests).find((one) => !passed(testOf(one)))
  if (silent !== undefined) throw new Failure(`No test ran of “${silent}”.`)
  console.log(`${named.length} files of tests are green without a mutant, ${seconds(performance.now() - began)}`)
}

async function runAll(runner, chosen, began) {
  const bad = []
  for (const mutant of chosen) {
    const beganOne = performance.now()
    const { outcome, note } = await runner.kill(mutant)
    const isGood = outcome === 'killed' || (outcome === 'hung' && mutant.hangs === true)
    if (!isGood) bad.push({ mutant, outcome, note })
    console.log(
      `${isGood ? marks.killed : marks[outcome]} ${mutant.file}: ${mutant.name}  ${seconds(performance.now() - beganOne)}${note && `\n    ${note}`}`,
    )
  }
  console.log(
    `\n${chosen.length - bad.length} of ${chosen.length} mutants were killed, in ${seconds(performance.now() - began)}.`,
  )
  for (const { mutant, outcome } of bad)
    console.log(`${marks[outcome]} ${mutant.file}: ${mutant.name}\n    tests: ${mutant.tests.join(', ')}`)
  return bad.length === 0
}

/** @param {string} file of the tree */
export const pathOf = (file) => join(root, file)
