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
  const leave = async (services: Services): Promise<void> => {
    setPhase({ state: 'leaving' })
    await services.session.signOut()
    setPhase({ state: 'done' })
  }
  useEffect(() => {
    let current = true
    const look = async (): Promise<void> => {
      const services = await load()
      if (!current) return
      if (session.get().state !== 'user') return setPhase({ state: 'done' })
      // Another tab pays: what it is about to hear is not to be asked about (reliability U3).
      while (await services.session.isPaying()) {
        if (!current) return
        setPhase({ state: 'paying' })
        await new Promise((resolve) => setTimeout(resolve, payingLookMs))
      }
      const unsent = await services.session.countUnsent()
      if (!current) return
      if (unsent > 0) return setPhase({ state: 'asking', unsent, sending: false, stillUnsent: false })
      const dishes = await services.session.countUnplaced()
      if (!current) return
      if (dishes > 0) setPhase({ state: 'unplaced', dishes })
      else await leave(services)
    }
    void look()
    return () => {
      current = false
    }
    // Once, for the session that was there when the screen opened: a later one is this screen's own doing.
  }, [load, session])
  if (phase.state === 'unplaced') return { ...phase, leave: () => void load().then(leave) }
  if (phase.state !== 'asking') return phase
  return {
    ...phase,
    async send() {
      setPhase({ ...phase, sending: true, stillUnsent: false })
      const services = await load()
      const left = await services.session.sendUnsent()
      if (left === 0) await leave(services)
      else setPhase({ state: 'asking', unsent: left, sending: false, stillUnsent: true })
    },
    discard: () => void load().then(leave),
  }
}
