import { buildKeptPage } from '#contract/page-format.ts'
import { wipeCache } from '#db/names.ts'
import { withTimeout } from '#lib/ports/with-timeout.ts'
import { findKeptView, type KeptView } from '#db/find-kept-view.ts'

/** While another tab is changing it, the store may answer later than this (ms): the launch then continues without the view. */
const timeoutMs = 1000

/** What this device last showed at an address (docs/decisions/057), for the current user. Never rejects. */
export async function readView(address: string): Promise<KeptView | undefined> {
  const [isWiped, view] = await Promise.all([
    caches.has(wipeCache).catch(() => false),
    withTimeout(timeoutMs, findKeptView(indexedDB, address, __LARDER_BUILD__), undefined),
  ])
  // Signing out has begun: nobody may read the store.
  return isWiped ? undefined : view
}

/** The shell with a view in it; undefined where the view is in another language, or the shell has no place for it. */
export async function withView(
  shell: Response,
  address: string,
  view: KeptView,
): Promise<Response | undefined> {
  const text = await shell.clone().text()
  const made = text.includes(`<html lang="${view.language}"`) && buildKeptPage(text, address, view)
  if (!made) return undefined
  const headers = new Headers(shell.headers)
  const policy = headers.get('content-security-policy')
  if (policy) headers.set('content-security-policy', await allowStyle(policy, made.style))
  return new Response(made.html, { status: shell.status, headers })
}

/** The page's content policy with the hash of one more style. */
async function allowStyle(policy: string, style: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
  return policy.replace('style-src ', `style-src 'sha256-${hash}' `)
}
