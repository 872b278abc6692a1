import type { Session } from '#lib/session/session.ts'

/** §9: how often the session is checked. */
const checkMs = 60_000

/**
 * When to check the session: at the start, every minute while the tab is visible, and when the person comes back. The network's return is handled as a wake-up
 * (sender.ts).
 */
export function followSession(session: Pick<Session, 'check' | 'comeBack'>): void {
  void session.check()
  setInterval(() => {
    if (document.visibilityState === 'visible') void session.check()
  }, checkMs)
  addEventListener('pageshow', (event) => {
    // A page from the back/forward cache continues as it was; if its person signed out meanwhile, their data must not be shown.
    if (event.persisted) void session.comeBack()
  })
}
