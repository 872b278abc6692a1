import { fetchNet, type Net } from '#lib/api/net.ts'
import { browserClock } from '#lib/ports/browser.ts'
import { noteServerDate } from '#lib/ports/server-clock.ts'
import { noteReachability } from '#lib/query/reachability.ts'

const probeGapMs = 5000

/**
 * The network, which also tells the screen whether it leads anywhere. While it does not, the restaurant's smallest answer is asked for now and
 * then, so that the screen's word is true again soon; `onBack` is called when it comes.
 */
export function watchedNet(onBack: () => void): Net {
  const net = fetchNet(
    (...request) => fetch(...request),
    () => document.documentElement.lang,
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const probeSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void probe(), probeGapMs)
  }
  const probe = async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return probeSoon()
    try {
      await net.send({ method: 'GET', url: '/meta.json', headers: {}, timeoutMs: probeGapMs })
      noteReachability('reachable')
      onBack()
    } catch {
      probeSoon() // Still nothing: the screen already says so.
    }
  }
  addEventListener('offline', () => {
    noteReachability('unreachable')
    probeSoon()
  })
  addEventListener('online', () => void probe())
  return {
    async send(request) {
      try {
        const answer = await net.send(request)
        clearTimeout(timer)
        noteReachability('reachable')
        noteServerDate(answer.header('date'), browserClock.now())
        return answer
      } catch (cause) {
        noteReachability('unreachable')
        probeSoon()
        throw cause
      }
    },
  }
}
