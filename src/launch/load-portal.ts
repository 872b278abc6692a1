import type { PortalFiles } from '#contract/page-format.ts'
import { yieldToMain } from '#lib/ports/yield-to-main.ts'

/**
 * Fetches the portal's files all at once, and runs them one after the other with room for a tap in between: as one graph of modules they are one
 * long task on a slow phone.
 */
export async function loadPortal({ portal, parts = '' }: Partial<PortalFiles>): Promise<void> {
  if (portal === undefined) return
  const files = [...parts.split(' ').filter(Boolean), portal]
  for (const href of files) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href })
    document.head.append(link)
  }
  for (const href of files) {
    await import(/* @vite-ignore */ href)
    await yieldToMain()
  }
}
