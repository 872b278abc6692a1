import type { CDPSession } from 'playwright-core'

/** "Slow 4G" as Lighthouse defines it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const slow4g = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const noNetwork = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 }

/** Slows the page's processor by this factor, and the network of the page and of any service worker that attaches to it. */
export async function throttle(
  session: CDPSession,
  { offline, slowdown }: { offline: boolean; slowdown: number },
): Promise<void> {
  const conditions = offline ? noNetwork : slow4g
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', conditions)
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type !== 'service_worker') return
    const tell = (id: number, method: string, params = {}) =>
      session.send('Target.sendMessageToTarget', {
        sessionId,
        message: JSON.stringify({ id, method, params }),
      })
    // A worker that has ended meanwhile has no network to slow.
    Promise.all([tell(1, 'Network.enable'), tell(2, 'Network.emulateNetworkConditions', conditions)]).catch(
      (error: Error) => console.error(`  (worker not slowed: ${error.message})`),
    )
  })
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}
