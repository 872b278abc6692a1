import { fetchNet, type Net } from '#lib/api/net.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { noteReachability, reachability } from '#lib/ports/reachability.ts'
import { noteAnswerDate } from './note-answer-date.ts'

const probeGapMs = 5000

/** How long the restaurant may take to show that only one connection was cut (ms). */
const doubtMs = 2000

/** A network that is lost again within this time of its return is unstable (ms): it is trusted once it has lasted that long. */
const steadyMs = 10_000

export type WatchedNet = Net & {
  /** False while the network is away or unstable. */
  isSteady(): boolean
}

/**
 * The network, which also tells the screen whether the restaurant can be reached. While it cannot, the restaurant's smallest answer is requested now and then,
 * so that the screen is soon right again. `onBack` is called when it can be reached again; on an unstable link only once it stays so, or everything that waits
 * would be tried again each time (reliability N8). What the browser says about the network is only a reason to look (N7). The same holds for a single call that
 * was cut: the network counts as lost only if the restaurant does not answer the next call, or another call is cut soon.
 */
export function watchedNet(onBack: () => void): WatchedNet {
  const net = fetchNet(
    (...request) => fetch(...request),
    () => document.documentElement.lang,
  )
  const link = followLink(onBack)
  let timer: ReturnType<typeof setTimeout> | undefined
  const noteAnswer = (): void => {
    clearTimeout(timer)
    noteReachability('reachable')
    link.isBack()
  }
  const noteAway = (): void => {
    noteReachability('unreachable')
    link.isAway()
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (document.visibilityState === 'visible') void probe()
      else noteAway()
    }, probeGapMs)
  }
  const probe = (timeoutMs = probeGapMs): Promise<void> =>
    net.send({ method: 'GET', url: '/meta.json', headers: {}, timeoutMs }).then(noteAnswer, noteAway)
  let cutAt = -Infinity
  const noteFailure = (cause: unknown): void => {
    // Calls that were cut together shared a connection.
    if (reachability() === 'doubtful') return
    const lastCutAt = cutAt
    cutAt = performance.now()
    const isCut = cause instanceof AppError && cause.kind === 'offline'
    if (!isCut || reachability() === 'unreachable' || cutAt - lastCutAt < steadyMs) return noteAway()
    noteReachability('doubtful')
    void probe(doubtMs)
  }
  addEventListener('offline', () => void probe())
  addEventListener('online', () => void probe())
  return {
    isSteady: link.isSteady,
    async send(request) {
      try {
        const answer = await net.send(request)
        noteAnswer()
        // A captive portal's page is dated by its router's clock, which was never set.
        if (/^[[{]/.test(answer.text)) noteAnswerDate(answer.header('date'))
        return answer
      } catch (cause) {
        noteFailure(cause)
        throw cause
      }
    },
  }
}

/** How long to wait before a network that is back is trusted, by when it was lost. */
function followLink(onBack: () => void) {
  let awayAt: number | undefined
  let backAt = -Infinity
  let isFlapping = false
  let settling: ReturnType<typeof setTimeout> | undefined
  const declareBack = (): void => {
    isFlapping = false
    onBack()
  }
  return {
    isSteady: () => awayAt === undefined && !isFlapping,
    isAway(): void {
      if (awayAt !== undefined) return
      clearTimeout(settling)
      awayAt = performance.now()
      isFlapping = awayAt - backAt < steadyMs
    },
    isBack(): void {
      if (awayAt === undefined) return
      backAt = performance.now()
      const awayMs = backAt - awayAt
      awayAt = undefined
      if (!isFlapping || awayMs >= steadyMs) declareBack()
      else settling = setTimeout(declareBack, steadyMs)
    },
  }
}
