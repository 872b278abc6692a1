import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Clock } from '#contract/ports.ts'
import { isLenientEmail } from '#contract/rules/contact.ts'
import { openCardCipher } from '#server/card-key.ts'
import { connect, hasEmbeddedDatabase } from '#server/db/connect.ts'
import type { Database } from '#server/db/database.ts'
import { isForOperator } from '#server/describe-start-failure.ts'
import { readSettings } from '#server/env.ts'
import { listStoredMerchants, type StoredMerchant } from '#server/merchants/repository.ts'
import { systemClock, systemIds } from '#server/ports/system.ts'
import { sealStored } from '#server/seal-stored.ts'
import { exportMerchant } from './export-merchant.ts'
import { makeOwner, type Promotion, takeSecondStep } from './first-owner.ts'
import { findUnexpectedArgument } from './command-arguments.ts'
import { checkMerchants, listLabels } from './import-merchants.ts'
import { importMenus } from './import-menu.ts'
import { importMerchant, importWords } from './import-one.ts'
import { makeJsonSchemas, schemaFiles } from './json-schemas.ts'
import { fileText, isFree, writeMerchantFolder } from './merchant-folder.ts'
import { isLabel, newMerchant, newMerchantReadme } from './new-merchant.ts'
import { listPostedCards, markPosted } from './posted-cards.ts'
import { endRestored } from './restored.ts'
import { formatImportProblem, ImportError, type ImportProblem } from './problem.ts'
import { findRemedy } from './remedies.ts'
import { listCheckLines } from './merchant-notes.ts'

/**
 * `npm run merchant`: adding and maintaining a restaurant (docs/operating.md).
 */

type CommandContext = {
  /** The folder that contains `merchants/`. */
  root: string
  merchantsDir?: string
  env: Readonly<Record<string, string | undefined>>
  /** Prints one line on the terminal. */
  say(line: string): void
  clock?: Clock
  /** The built worker of the embedded database; by default beside the bundle. */
  workerFile?: string | URL
  /** Opens the database; by default the one that the environment names. */
  open?: typeof connect
}

/** An error that the person at the terminal can fix. */
class CommandError extends Error {}

type Command = {
  use: string
  what: string
  run(context: CommandContext, args: readonly string[]): Promise<void> | void
}

const commands: Record<string, Command> = {
  new: { use: 'new <label>', what: 'a folder with a starter restaurant to edit', run: runNew },
  check: {
    use: 'check [label]',
    what: 'lists every mistake with its file, line, field and fix',
    run: runCheck,
  },
  import: {
    use: 'import <label> [--dry-run]',
    what: 'into the database, or what that would change',
    run: runImport,
  },
  export: { use: 'export <label> <folder>', what: 'a merchant of the database as files', run: runExport },
  'import-menu': {
    use: 'import-menu <label> <page.html|menu.json> [--leave-out]',
    what: 'the menus that a page publishes (schema.org)',
    run: runImportMenu,
  },
  admin: { use: 'admin <label> <email>', what: 'makes a signed-up account an owner’s', run: runAdmin },
  'no-second-step': {
    use: 'no-second-step <label> <email>',
    what: 'resets a person’s two-step verification',
    run: runNoSecondStep,
  },
  'posted-cards': {
    use: 'posted-cards <label> [order]',
    what: 'numbers and addresses of gift cards to print and mail',
    run: runPostedCards,
  },
  posted: {
    use: 'posted <label> <order>…',
    what: 'marks the cards of these orders as mailed',
    run: runPosted,
  },
  restored: {
    use: 'restored',
    what: 'after a backup is restored: ends the orders open in it',
    run: async (context) =>
      context.say(await withDatabase(context, (database) => endRestored(database, portsOf(context).clock))),
  },
  schema: { use: 'schema', what: 'writes merchants/*.schema.json, for editors', run: runSchema },
}

/** Runs a command and returns the exit code: 0, or 1 after printing the reason. Throws only for errors in the program. */
export async function runMerchantCommand(
  context: CommandContext,
  [name = '', ...args]: readonly string[],
): Promise<number> {
  const isHelp = name === 'help' || [name, ...args].some((arg) => arg === '--help' || arg === '-h')
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (isHelp || !command) {
    context.say(
      name === '' || isHelp ? 'npm run merchant -- …' : `There is no "${name}". npm run merchant -- …`,
    )
    for (const { use, what } of Object.values(commands)) context.say(`  ${use.padEnd(58)} ${what}`)
    context.say(`  ${'pictures [label]'.padEnd(58)} photographs from photos/ in every size`)
    return isHelp ? 0 : 1
  }
  try {
    const unexpected = findUnexpectedArgument(command.use, args)
    if (unexpected !== undefined)
      throw new CommandError(`It does not take "${unexpected}". Usage: npm run merchant -- ${command.use}`)
    await command.run(context, args)
    return 0
  } catch (error) {
    if (error instanceof ImportError) printProblems(context, error.problems)
    else if (error instanceof CommandError || isForOperator(error)) context.say(error.message)
    else throw error
    return 1
  }
}

const merchantsOf = (context: CommandContext): string =>
  context.merchantsDir ?? join(context.root, 'merchants')

function printProblems({ say }: CommandContext, problems: readonly ImportProblem[]): void {
  for (const problem of problems) {
    const remedy = findRemedy(problem)
    say(formatImportProblem(problem))
    if (remedy !== undefined) say(`    → ${remedy}`)
  }
  say(`${problems.length === 1 ? '1 problem' : `${problems.length} problems`}. Nothing was changed.`)
}

function runNew(context: CommandContext, [label = '']: readonly string[]): void {
  if (!isLabel(label))
    throw new CommandError(
      `"${label}" cannot be a host name: use lowercase letters, digits and hyphens, as in "golden-fork".`,
    )
  const folder = join(merchantsOf(context), label)
  if (!isFree(folder)) throw new CommandError(`merchants/${label} is there already. Nothing was changed.`)
  writeMerchantFolder(folder, newMerchant(label), { 'README.md': newMerchantReadme(label) })
  context.say(`merchants/${label} is there. What to write in it: merchants/${label}/README.md`)
}

function runCheck(context: CommandContext, [label]: readonly string[]): void {
  const folder = merchantsOf(context)
  if (label !== undefined) getFolder(context, label)
  const { problems } = checkMerchants(folder, { allowMissingPictures: false })
  const own =
    label === undefined
      ? problems
      : problems.filter(
          ({ file, message }) => isAbout(label, file) || message.includes(`merchants/${label} `),
        )
  if (own.length > 0) throw new ImportError(own)
  for (const one of label === undefined ? listLabels(folder) : [label])
    for (const line of listCheckLines(folder, one, (context.clock ?? systemClock).now())) context.say(line)
}

const isAbout = (label: string, file: string): boolean => file.startsWith(`merchants/${label}/`)

/** The merchant's folder. Throws CommandError where it does not exist. */
function getFolder(context: CommandContext, label: string | undefined): string {
  const labels = listLabels(merchantsOf(context))
  if (label === undefined || !labels.includes(label))
    throw new CommandError(
      `There is no merchants/${label ?? '<label>'}. There ${labels.length === 1 ? 'is' : 'are'}: ${labels.join(', ')}.`,
    )
  return join(merchantsOf(context), label)
}

async function runImport(context: CommandContext, args: readonly string[]): Promise<void> {
  const [label] = args.filter((arg) => !arg.startsWith('--'))
  const isTrial = args.includes('--dry-run')
  getFolder(context, label)
  const { isChanged, lines } = await withDatabase(context, (database) =>
    importMerchant(database, merchantsOf(context), label!, portsOf(context).clock.now(), isTrial),
  )
  context.say(importWords(label!, isChanged, isTrial))
  for (const line of lines) context.say(line)
}

async function runExport(
  context: CommandContext,
  [label = '', target = '']: readonly string[],
): Promise<void> {
  if (target === '') throw new CommandError('Usage: npm run merchant -- export <label> <folder>')
  const folder = resolve(context.root, target)
  if (statSync(folder, { throwIfNoEntry: false })?.isFile())
    throw new CommandError(`${target} is a file: name a folder. Nothing was changed.`)
  if (!isFree(folder)) throw new CommandError(`${target} is not empty. Nothing was changed.`)
  const merchant = await withDatabase(context, (database) => getStored(database, label))
  const pictures = join(merchantsOf(context), label)
  writeMerchantFolder(folder, exportMerchant(merchant.document), {}, pictures)
  context.say(
    `${label} is in ${target}${existsSync(join(pictures, 'pictures')) ? ', with the pictures of its folder' : '. Its pictures are not in the database: bring them along'}.`,
  )
}

async function getStored(database: Database, label: string): Promise<StoredMerchant> {
  const stored = await listStoredMerchants(database)
  const merchant = stored.find(({ document }) => document.label === label)
  if (!merchant)
    throw new CommandError(
      `The database has no "${label}". It has: ${stored.map(({ document }) => document.label).join(', ') || 'none'}.`,
    )
  return merchant
}

const promotions: Record<Promotion, string> = {
  made: 'is an owner now, and has to sign in again.',
  already: 'is an owner already.',
  unknown: 'has no account there: sign up on the site first.',
  unconfirmed: 'has not confirmed the address yet: open the link in the email first.',
}

const portsOf = ({ clock = systemClock }: CommandContext) => ({ clock, ids: systemIds })

async function runAdmin(context: CommandContext, [label = '', email = '']: readonly string[]): Promise<void> {
  if (!isLenientEmail(email)) throw new CommandError('Usage: npm run merchant -- admin <label> <email>')
  const promotion = await withDatabase(context, async (database) => {
    const { document } = await getStored(database, label)
    return makeOwner(database, document.host.locationId, email, portsOf(context))
  })
  if (promotion === 'unknown' || promotion === 'unconfirmed')
    throw new CommandError(`${email} ${promotions[promotion]}`)
  context.say(`${email} ${promotions[promotion]}`)
}

async function runNoSecondStep(
  context: CommandContext,
  [label = '', email = '']: readonly string[],
): Promise<void> {
  if (!isLenientEmail(email))
    throw new CommandError('Usage: npm run merchant -- no-second-step <label> <email>')
  const isThere = await withDatabase(context, async (database) => {
    const { document } = await getStored(database, label)
    return takeSecondStep(database, document.host.locationId, email, portsOf(context))
  })
  if (!isThere) throw new CommandError(`${email} has no account there.`)
  context.say(`${email} is signed out everywhere, and signs in with the password alone.`)
}

async function runPostedCards(
  context: CommandContext,
  [label = '', orderId]: readonly string[],
): Promise<void> {
  const lines = await withDatabase(context, async (database, { cardKey, dataDir }) => {
    const { document } = await getStored(database, label)
    const cipher = await openCardCipher({ cardKey, dataDir, database, ...portsOf(context) })
    await sealStored(database, cipher, context.say)
    return listPostedCards(database, document.host.locationId, orderId, { cipher, ...portsOf(context) })
  })
  if (lines.length === 0 && orderId !== undefined)
    throw new CommandError(
      `Order ${orderId} has no gift cards to mail: there is no such order, or its cards are not made yet, on hold, refunded or replaced.`,
    )
  for (const line of lines) context.say(line)
  if (lines.length === 0) context.say('There are no gift cards to mail.')
}

async function runPosted(
  context: CommandContext,
  [label = '', ...orderIds]: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) throw new CommandError('Usage: npm run merchant -- posted <label> <order>…')
  const nowMs = portsOf(context).clock.now()
  const posted = await withDatabase(context, async (database) => {
    const { document } = await getStored(database, label)
    return new Set(await markPosted(database, document.host.locationId, orderIds, nowMs))
  })
  const others = orderIds.filter((id) => !posted.has(id))
  context.say(`${posted.size === 1 ? '1 order is' : `${posted.size} orders are`} marked as mailed.`)
  if (others.length > 0)
    throw new CommandError(`No cards to mail, or not all of them made yet: ${others.join(', ')}`)
}

type Place = { cardKey: Uint8Array | undefined; dataDir: string }

async function withDatabase<T>(
  context: CommandContext,
  work: (database: Database, place: Place) => Promise<T>,
): Promise<T> {
  const settings = readSettings({ ...context.env, ENVIRONMENT: '' })
  const dataDir = resolve(context.root, settings.dataDir)
  if (!context.open && !settings.databaseUrl && !hasEmbeddedDatabase(dataDir))
    throw new CommandError(
      `There is no database in ${dataDir} yet: npm start makes one, with every merchant of this folder in it.`,
    )
  const { open = connect, workerFile } = context
  const { now } = portsOf(context).clock
  const { databaseUrl } = settings
  const database = await open({ databaseUrl, dataDir, workerFile, now, isCommand: true })
  try {
    return await work(database, { cardKey: settings.cardKey, dataDir })
  } finally {
    await database.close()
  }
}

function runImportMenu(context: CommandContext, args: readonly string[]): void {
  const [label, page] = args.filter((arg) => !arg.startsWith('--'))
  const folder = getFolder(context, label)
  if (page === undefined)
    throw new CommandError('Usage: npm run merchant -- import-menu <label> <page.html|menu.json>')
  const result = importMenus(folder, label!, resolve(context.root, page), {
    leaveOut: args.includes('--leave-out'),
  })
  for (const note of result.notes) context.say(note)
  for (const { slug, address } of result.pictures)
    context.say(`picture: save ${address} as merchants/${label}/photos/${slug}.jpg`)
  context.say(
    `${result.dishes === 1 ? '1 dish' : `${result.dishes} dishes`} in ${result.written.map((name) => `merchants/${label}/${name}`).join(', ')}.`,
  )
}

function runSchema(context: CommandContext): void {
  const schemas = makeJsonSchemas()
  for (const [kind, file] of Object.entries(schemaFiles))
    writeFileSync(join(merchantsOf(context), file), fileText(schemas[kind as keyof typeof schemas]))
  context.say(`merchants/${Object.values(schemaFiles).join(', merchants/')}`)
}
