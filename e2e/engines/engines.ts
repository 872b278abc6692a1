import { findFirefox, openFirefox } from './firefox-browser.ts'
import type { Guest } from './guest.ts'
import { findWebKit, openWebKit } from './webkit-browser.ts'

export type Engine = 'firefox' | 'webkit'

/** Opens a browser of this engine. Throws where none is installed. */
export async function openGuest(engine: Engine): Promise<Guest> {
  const [firefox, webKit] = [findFirefox(), findWebKit()]
  if (engine === 'firefox' && firefox) return await openFirefox(firefox)
  if (engine === 'webkit' && webKit) return await openWebKit(webKit)
  throw new Error(missing[engine])
}

const missing: Record<Engine, string> = {
  firefox: 'No Firefox to try it with: install firefox-esr, or set FIREFOX_PATH.',
  webkit: 'No WebKit to try it with: install webkit2gtk-driver and xvfb (Debian, Ubuntu).',
}
