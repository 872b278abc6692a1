import type { Session } from '#lib/session/session.ts'

/** §9: how often the session is checked. */
const checkMs = 60_000

/** When to look at the session: at the start, every minute while the tab is visible, and on coming back. The network's return is a wake (sender.ts). */
export function followSession(session: Pick<Session, 'check' | 'comeBack'>): void {
  void session.check()
  setInterval(() => {
    if (document.visibilityState === 'visible') void session.check()
  }, checkMs)
  addEventListener('pageshow', (event) => {
    // A page from the browser's memory goes on as it was; whoever signed out meanwhile must not be seen in it.
    if (event.persisted) void session.comeBack()
  })
}
