import { useEffect, useState } from 'react'
import { usePortal } from '#lib/query/portal-context.tsx'
import type { Services } from '#lib/query/services.ts'

/**
 * How far a sign-out is. `asking`: changes wait that the restaurant has not got, and it is their owner who says what becomes of them. `unplaced`: the
 * restaurant has an order of theirs that nobody has placed.
 */
export type Leaving =
  | { state: 'looking' }
  | { state: 'paying' }
  | {
      state: 'asking'
      unsent: number
      sending: boolean
      stillUnsent: boolean
      send: () => void
      discard: () => void
    }
  | { state: 'unplaced'; dishes: number; leave: () => void }
  | { state: 'leaving' }
  | { state: 'done' }

const payingLookMs = 300

type Phase =
  | { state: 'looking' | 'paying' | 'leaving' | 'done' }
  | { state: 'unplaced'; dishes: number }
  | { state: 'asking'; unsent: number; sending: boolean; stillUnsent: boolean }

/** Ends the session that there is, once, when this screen opens; asks first when something of its user's was not sent (reliability U1, I4). */
export function useLeaving(): Leaving {
  const { load, session } = usePortal()
  const [phase, setPhase] = useState<Phase>({ state: session.get().state === 'guest' ? 'done' : 'looking' })
  const show: Show = (next) => {
    setPhase(next)
    return true
  }
  useEffect(() => {
    let current = true
    const showWhileOpen: Show = (next) => current && show(next)
    void load().then(async (services) => {
      if (session.get().state === 'user') await look(services, showWhileOpen)
      else showWhileOpen({ state: 'done' })
    })
    return () => {
      current = false
    }
    // Once, for the session that was there when the screen opened: a later one is this screen's own doing.
  }, [load, session])
  if (phase.state === 'unplaced')
    return { ...phase, leave: () => void load().then((services) => leave(services, 0, show)) }
  if (phase.state !== 'asking') return phase
  return {
    ...phase,
    async send() {
      setPhase({ ...phase, sending: true, stillUnsent: false })
      const services = await load()
      // What could not even be tried is still there.
      const left = await services.session.sendUnsent().catch(() => phase.unsent)
      if (left === 0) await leave(services, 0, show)
      else setPhase({ state: 'asking', unsent: left, sending: false, stillUnsent: true })
    },
    discard: () => void load().then((services) => leave(services, phase.unsent, show)),
  }
}

/** Shows a phase, where the screen is still there to be shown one; answers false where it is not. */
type Show = (phase: Phase) => boolean

/** What has to be asked before the session ends; ends it where that is nothing. */
async function look(services: Services, show: Show): Promise<void> {
  // Another tab pays: what it is about to hear is not to be asked about (reliability U3).
  while (await services.session.isPaying()) {
    if (!show({ state: 'paying' })) return
    await new Promise((resolve) => setTimeout(resolve, payingLookMs))
  }
  const unsent = await services.session.countUnsent()
  if (unsent > 0) return void show({ state: 'asking', unsent, sending: false, stillUnsent: false })
  const dishes = await services.session.countUnplaced()
  if (dishes > 0) show({ state: 'unplaced', dishes })
  else await leave(services, 0, show)
}

/** Ends the session, unless by now more would be lost by it than was agreed to: then it is asked again. */
async function leave(services: Services, losing: number, show: Show): Promise<void> {
  if (!show({ state: 'leaving' })) return
  if (await services.session.signOut(losing)) show({ state: 'done' })
  else await look(services, show)
}
