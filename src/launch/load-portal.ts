import { isPortalPage, type PortalFiles } from '#contract/page-format.ts'
import { yieldToMain } from '#lib/ports/yield-to-main.ts'
import { keepTrying } from './keep-trying.ts'
import { claimReload, mostForLost } from './claim-reload.ts'

/**
 * Fetches the portal's files all at once and runs them one by one, with room for a tap in between: as one module graph they are one long task on a slow phone.
 */
export async function loadPortal({ portal, parts = '' }: Partial<PortalFiles>): Promise<void> {
  if (portal === undefined) return
  const files = [...parts.split(' ').filter(Boolean), portal]
  for (const href of files) {
    const link = document.createElement('link')
    // Safari before 17 does not preload modules; a script preload puts the file into the same cache.
    const rel = link.relList.supports('modulepreload') ? 'modulepreload' : 'preload'
    Object.assign(link, { rel, as: 'script', crossOrigin: '', href })
    document.head.append(link)
  }
  for (const href of files) {
    await keepTrying(
      () => import(/* @vite-ignore */ href),
      () => reloadIfServed(portal),
    )
    await yieldToMain()
  }
}

/** Reloads the page if the server has one, a few times per build. False where the server does not answer. */
async function reloadIfServed(portal: string): Promise<boolean> {
  try {
    const answer = await fetch(document.baseURI, { cache: 'no-store' })
    if (!answer.ok || !isPortalPage(await answer.text())) return false
  } catch {
    return false // No answer: it is asked again.
  }
  if (claimReload(new URL(portal, document.baseURI).href, mostForLost)) location.reload()
  return true
}
