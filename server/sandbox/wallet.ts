import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { importSPKI, jwtVerify } from 'jose'
import { currencyText } from '#contract/currency-text.ts'
import { escapeHtml } from '#contract/page-format.ts'
import { notFound } from '#server/plugins/problems.ts'
import type { SandboxKeys } from '#server/ports/wallet/sandbox-keys.ts'
import { microsPerCent } from '#server/ports/wallet/google-pass.ts'
import { sandboxSavePath } from '#server/ports/wallet/signed-wallet.ts'

/**
 * In place of Google Wallet: shows the content of a link with a valid signature. Also serves the root certificate for checking Apple passes
 * (docs/operating.md).
 */

const style = `
  body { margin: 0 auto; max-width: 42rem; padding: 1.5rem; font: 16px/1.5 system-ui, sans-serif; color: #111; background: #fff }
  h1 { font-size: 1.4rem; line-height: 1.2 }
  dl { display: grid; gap: .75rem; margin: 1.5rem 0; padding: 1.25rem; border-radius: .75rem; border: 1px solid #767676 }
  dt { font-size: .85rem; color: #555 } dd { margin: 0; font-size: 1.1rem; overflow-wrap: anywhere; white-space: pre-line }
  pre { overflow-x: auto; padding: 1rem; background: #f4f4f4; font-size: .85rem }
  a { color: #0b57d0 }
`
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Adds the sandbox's page and its certificate. They do not exist where the sandbox signs nothing. */
export function addWalletSandbox(app: FastifyInstance, keys: () => Promise<SandboxKeys>): void {
  app.get('/sandbox/wallet/root.pem', async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-store', 'content-type': 'application/x-pem-file' })
      .send((await keys()).root),
  )
  app.get(sandboxSavePath, async (request, reply) => {
    const { jwt } = request.query as { jwt?: unknown }
    const card = typeof jwt === 'string' ? await findCard(jwt, await keys()) : undefined
    if (!card) throw notFound('This link into the sandbox’s wallet is not signed by it.')
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': policy,
        'content-type': 'text/html; charset=utf-8',
      })
      .send(pageOf(card))
  })
}

type Gift = {
  cardNumber?: string
  balance?: { micros?: string; currencyCode?: string }
  balanceUpdateTime?: { date?: string }
  barcode?: { type?: string; alternateText?: string }
  validTimeInterval?: { end?: { date?: string } }
  textModulesData?: { body?: string }[]
}
type Shown = { restaurant: string; gift: Gift; claims: object }

/** The content of a link; undefined for one that these keys did not sign. */
async function findCard(jwt: string, { google }: SandboxKeys): Promise<Shown | undefined> {
  try {
    const key = await importSPKI(google.publicKey, 'RS256')
    const { payload: claims } = await jwtVerify(jwt, key, { issuer: google.email, audience: 'google' })
    const { giftCardClasses, giftCardObjects } = claims['payload'] as {
      giftCardClasses: [{ merchantName: string }]
      giftCardObjects: [Gift]
    }
    return { restaurant: giftCardClasses[0].merchantName, gift: giftCardObjects[0], claims }
  } catch {
    return undefined // Whatever is wrong with it, it was not made here.
  }
}

function pageOf({ restaurant, gift, claims }: Shown): string {
  const facts = [
    ['Card number', gift.barcode?.alternateText ?? gift.cardNumber],
    ['Barcode', gift.barcode?.type],
    ['Balance', currencyText(Number(gift.balance?.micros) / microsPerCent)],
    ['Balance as of', gift.balanceUpdateTime?.date],
    ['Expires', gift.validTimeInterval?.end?.date],
    ['On the pass', gift.textModulesData?.[0]?.body],
  ]
  const rows = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [`<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`],
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Wallet sandbox</title><style>${style}</style></head><body>
<main><h1>${escapeHtml(restaurant)} gift card: the pass is signed, and its signature holds</h1>
<p>This is the sandbox in place of Google Wallet. With the restaurant’s own keys, this pass would be saved at pay.google.com now. Nothing was saved here.</p>
<dl>${rows.join('')}</dl>
<p><a href="/">Back to the restaurant</a></p>
<h2>What the link says</h2><pre tabindex="0">${escapeHtml(JSON.stringify(claims, undefined, 2))}</pre></main></body></html>`
}
