import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { allChecks } from './checks/all.ts'
import { formatReport, summaryOf } from './report.ts'
import { runChecks } from './run.ts'
import { testCardAt } from './test-card.ts'
import { Visit, type VisitSettings } from './visit.ts'
import { networkWire, type Wire } from './wire.ts'

/** `npm run conformance`: checks that an API does what the portal relies on (docs/conformance.md). */

type CommandContext = {
  /** The tree that contains `merchants/`. */
  root: string
  /** Prints one line to the terminal. */
  say(line: string): void
  wire?: Wire
}

const usage = `npm run conformance -- --api URL --merchant LABEL [options]
  --api URL                      where the API stands: https://api.example.com/v1
  --merchant LABEL               whose location: merchants/LABEL/host.json names it and its organization
  --location ID --organization ID   the same without such a file
  --email E --password P         also what a member can do; with who manages the place, the admin calls too
  --pay                          also pays, with a test card, and places an order
  --payment-source ID            the test payment method to pay with, in place of the sandbox's or Stripe's pm_card_visa
  --json                         the rows as JSON`

/** Checks an API, and gives the exit code: 0 if nothing fails, 1 if something does, 2 if the command line is invalid. */
export async function runConformance(context: CommandContext, args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    context.say(usage)
    return 0
  }
  const read = settingsOf(context, args)
  if (typeof read === 'string') {
    context.say(`${read}\n${usage}`)
    return 2
  }
  const { settings, json } = read
  if (!json) context.say(planOf(settings))
  const rows = await runChecks(new Visit(settings), allChecks)
  context.say(
    json
      ? JSON.stringify({ api: settings.base, summary: summaryOf(rows), rows }, null, 2)
      : formatReport(rows),
  )
  return rows.some(({ status }) => status === 'fail') ? 1 : 0
}

const options = {
  api: { type: 'string' },
  merchant: { type: 'string' },
  location: { type: 'string' },
  organization: { type: 'string' },
  email: { type: 'string' },
  password: { type: 'string' },
  pay: { type: 'boolean', default: false },
  'payment-source': { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

/** The settings from the command line, or a message saying what is wrong with it. */
function settingsOf(
  { root, wire = networkWire }: CommandContext,
  args: readonly string[],
): { settings: VisitSettings; json: boolean } | string {
  const parsed = parsedOf(args)
  if (typeof parsed === 'string') return parsed
  const { api, merchant, location, organization, email, password, pay, json } = parsed
  if (api === undefined || !URL.canParse(api)) return 'Missing --api URL.'
  const named = merchant === undefined ? undefined : placeOf(root, merchant)
  if (typeof named === 'string') return named
  const locationId = location ?? named?.locationId
  const organizationId = organization ?? named?.organizationId
  if (locationId === undefined || organizationId === undefined) return 'Missing --merchant LABEL.'
  if ((email === undefined) !== (password === undefined))
    return 'Say both or neither: --email and --password.'
  const base = api.replace(/\/+$/, '')
  const source = parsed['payment-source']
  return {
    json,
    settings: {
      wire,
      base,
      locationId,
      organizationId,
      clock: { now: () => Date.now() },
      ids: { uuid: randomUUID },
      member: email === undefined || password === undefined ? undefined : { email, password },
      testCard: pay ? testCardAt({ wire, base, locationId, source }) : undefined,
    },
  }
}

function parsedOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values
  } catch (cause) {
    // Only the first sentence of Node's message: the rest explains how to write a positional argument.
    return `${cause instanceof Error ? cause.message.split('. ')[0] : String(cause)}.`
  }
}

const HostFile = z.object({ locationId: z.string(), organizationId: z.string() })

function placeOf(root: string, label: string): z.infer<typeof HostFile> | string {
  const file = join(root, 'merchants', label, 'host.json')
  if (!/^[a-z0-9-]+$/.test(label) || !existsSync(file))
    return `There is no merchants/${label}/host.json: name the restaurant by --location and --organization.`
  const read = HostFile.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  return read.success ? read.data : `merchants/${label}/host.json does not say locationId and organizationId.`
}

/** Announces what the run will leave on the API, before it does anything. */
export function planOf({ base, locationId, member, testCard }: VisitSettings): string {
  return [
    `Checks ${base}, location ${locationId}.`,
    'It creates up to four orders that are never placed (emptied again if nothing is paid), one order for a gift card and one cart of cards by post that are not paid.',
    'It requests cards, codes and accounts that do not exist, which may count towards limits for this address.',
    ...(member
      ? [`It signs in as ${member.email} (twice), saves their details as they are, and ends its sessions.`]
      : []),
    testCard
      ? 'It pays with a test card: one order, which is placed (and cancelled where guests can), and one gift card. Use --pay only with an API in test mode.'
      : 'It pays nothing; --pay does, with a test card.',
    '',
  ].join('\n')
}
