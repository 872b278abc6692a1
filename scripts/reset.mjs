import './node-version.mjs'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from './command-line.mjs'
import { dataFolder, isInUse, isOurs, removeOurs } from './data-folder.mjs'
import { Failure, fail } from './progress.mjs'

/** `npm run reset`: deletes the embedded database; the next start makes and seeds a new one. */
async function reset() {
  readOptions(
    'npm run reset    removes the embedded database in .data, or in the folder that DATA_DIR names; the next start makes a new one',
  )
  const folder = dataFolder()
  if (process.env.ENVIRONMENT === 'prod')
    throw new Failure(
      `ENVIRONMENT is prod, and ${folder} has what guests paid for: nothing was removed. Whoever means it removes the folder by hand.`,
    )
  if (process.env.DATABASE_URL)
    console.log('DATABASE_URL is set: that database is not touched, only the folder is.')
  if (!existsSync(folder)) return console.log(`Nothing to remove: ${folder} does not exist.`)
  if (process.env.DATABASE_URL && existsSync(join(folder, 'card-key')))
    throw new Failure(
      `${folder} holds card-key, without which that database's gift cards cannot be read: nothing was removed.`,
    )
  if (!isOurs(folder))
    throw new Failure(`${folder} does not look like a data folder of Larder: nothing was removed.`)
  if (await isInUse(folder))
    throw new Failure(`${folder} is in use by a running Larder: stop that one first. Nothing was removed.`)
  const others = await removeOurs(folder)
  console.log(
    others.length === 0
      ? `Removed ${folder}. The next start makes a new one.`
      : `Removed Larder’s data from ${folder}. What else is in it stays: ${others.join(', ')}.`,
  )
}

await reset().catch(fail)
