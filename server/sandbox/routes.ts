import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/db/database.ts'
import { addFormParser } from '#server/plugins/body-parsers.ts'
import { type Prebuilt, prebuild, sendPrebuilt } from '#server/plugins/prebuilt.ts'
import { notFound } from '#server/plugins/problems.ts'
import { findMediaType } from '#server/portal/static-files.ts'
import type { SandboxAnswer } from './answers.ts'
import { invalidRequest } from './answers.ts'
import { authenticateIntent } from './payment-intents.ts'
import { createPaymentMethod, type Form, type SandboxPorts } from './payment-methods.ts'
import { withRefusals, sandboxKeys } from './stripe-api.ts'

/** What the browser loads and calls in sandbox mode: the script, the hosted card fields, and the two calls that their frames make. */

const base = '/sandbox/payments'
/** Beside this module in the source tree, and beside the bundle when built. */
const defaultFolder = new URL('./hosted-fields/', import.meta.url)

type SandboxOptions = SandboxPorts & { database: Database; hostedFieldsDir?: string | URL | undefined }

/** Adds the sandbox's public routes. They do not exist when Stripe itself is the provider. */
export function addSandbox(app: FastifyInstance, options: SandboxOptions): void {
  addHostedFiles(app, options.hostedFieldsDir ?? defaultFolder)
  void app.register(async (frames) => addFrameCalls(frames, options))
}

/** The calls of the frames, which send forms. */
function addFrameCalls(app: FastifyInstance, options: SandboxOptions): void {
  addFormParser(app)
  app.post(`${base}/v1/payment_methods`, async (request, reply) => {
    const form = formOf(request)
    return sendToFrame(
      reply,
      await withRefusals(async () => {
        const { locationId } = checkKey(request, form)
        const { sandbox: _hidden, ...method } = await options.database.transaction((tx) =>
          createPaymentMethod(tx, locationId, form, options),
        )
        return { status: 200, body: method }
      }),
    )
  })
  app.post(`${base}/v1/payment_intents/:id/authenticate`, async (request, reply) => {
    const form = formOf(request)
    const { id } = request.params as { id: string }
    return sendToFrame(
      reply,
      await withRefusals(async () => {
        const { locationId } = checkKey(request, form)
        const { sandbox: _hidden, ...intent } = await options.database.transaction((tx) =>
          authenticateIntent(tx, locationId, id, form, options),
        )
        return { status: 200, body: intent }
      }),
    )
  })
}

/** The frames have an opaque origin (`null`) and send no credentials, so any origin may read the answers. */
const sendToFrame = (reply: FastifyReply, { status, body }: SandboxAnswer): FastifyReply =>
  reply
    .code(status)
    .headers({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send(body)

const formOf = (request: FastifyRequest): Form =>
  typeof request.body === 'object' && request.body !== null
    ? Object.fromEntries(
        Object.entries(request.body).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string',
        ),
      )
    : {}

function checkKey(request: FastifyRequest, form: Form): { locationId: string } {
  const { locationId } = request.merchant
  if (form['key'] !== sandboxKeys(locationId).publishableKey)
    throw invalidRequest('Invalid API Key provided.')
  return { locationId }
}

const files = [
  'v1.js',
  ...['field', 'action', 'wallet-button', 'wallet-sheet'].flatMap((name) => [
    `${name}.html`,
    `${name}.js`,
    `${name}.css`,
  ]),
]

function addHostedFiles(app: FastifyInstance, folder: string | URL): void {
  const dir = folder instanceof URL ? fileURLToPath(folder) : folder
  const kept = new Map<string, Prebuilt>()
  for (const name of files) {
    app.get(`${base}/${name}`, (request, reply) => {
      const file = join(dir, name)
      if (!existsSync(file)) throw notFound()
      const prebuilt =
        kept.get(name) ?? prebuild(readFileSync(file, 'utf8'), findMediaType(name) ?? 'text/plain')
      kept.set(name, prebuilt)
      // For a frame with an opaque origin, the browser treats these files as cross-origin.
      void reply.header('cross-origin-resource-policy', 'cross-origin')
      if (name.endsWith('.html')) void reply.header('content-security-policy', framePolicy(request))
      return sendPrebuilt(request, reply, prebuilt)
    })
  }
}

/**
 * In a frame with an opaque origin, some browsers match `'self'` to nothing, so the origin is named. The host was already checked against the merchants' own.
 */
function framePolicy(request: FastifyRequest): string {
  const host = /^[\w.:[\]-]+$/.test(request.headers.host ?? '') ? (request.headers.host ?? '') : ''
  const origin = `http://${host} https://${host}`
  const sources = `default-src 'none'; script-src ${origin}; style-src ${origin}; connect-src ${origin}; base-uri 'none'; form-action 'none'`
  return `${sources}; frame-ancestors ${origin}; require-trusted-types-for 'script'; trusted-types 'none'`
}
