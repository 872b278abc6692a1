import { useEffect, useEffectEvent, useState } from 'react'
import { wait } from '#lib/ports/wait.ts'
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
  | { state: 'failed'; again: () => void }
  | { state: 'done' }

const payingLookMs = 300

type Phase =
  | { state: 'looking' | 'paying' | 'leaving' | 'done' }
  | { state: 'failed' }
  | { state: 'unplaced'; dishes: number }
  | { state: 'asking'; unsent: Unsent; sending: boolean; stillUnsent: boolean }

/** What the restaurant has not got, by its ids. */
type Unsent = readonly string[]

/**
 * Ends the session that there is, once, when this screen opens; asks first when something of its user's was not sent (reliability U1, I4). `begin` does the
 * same again, for a session that another tab began since.
 */
export function useLeaving(): { leaving: Leaving; begin: () => void } {
  const { load, session } = usePortal()
  const [phase, setPhase] = useState<Phase>({ state: session.get().state === 'guest' ? 'done' : 'looking' })
  const show: Show = (next) => {
    setPhase(next)
    return true
  }
  /** What went wrong on the way out is said, and can be tried again: nobody is left before a wheel that turns. */
  const go = (way: (services: Services) => Promise<void>, showing: Show = show): void =>
    void load()
      .then(way)
      .catch(() => showing({ state: 'failed' }))
  const begin: (services: Services, showing: Show) => Promise<void> = async (services, showing) => {
    if (session.get().state === 'user') await look(services, showing)
    else showing({ state: 'done' })
  }
  const start = useEffectEvent((showing: Show) => go((services) => begin(services, showing), showing))
  useEffect(() => {
    let current = true
    start((next) => current && show(next))
    return () => {
      current = false
    }
    // Once, for the session that was there when the screen opened: a later one is this screen's own doing.
  }, [])
  return {
    leaving: leavingOf(phase, { go, show, again: () => go((services) => begin(services, show)) }),
    begin() {
      // At once: the form that asks for it is not to follow the session that is found.
      show({ state: 'looking' })
      go(async (services) => {
        await services.session.lookAgain()
        await begin(services, show)
      })
    },
  }
}

type Ways = { go: (way: (services: Services) => Promise<void>) => void; show: Show; again: () => void }

/** A phase with what can be done in it. */
function leavingOf(phase: Phase, { go, show, again }: Ways): Leaving {
  if (phase.state === 'failed') return { ...phase, again }
  if (phase.state === 'unplaced')
    return { ...phase, leave: () => go((services) => leave(services, [], show)) }
  if (phase.state !== 'asking') return phase
  const { unsent } = phase
  return {
    ...phase,
    unsent: unsent.length,
    send: () =>
      go(async (services) => {
        show({ ...phase, sending: true, stillUnsent: false })
        // What could not even be tried is still there.
        const left = await services.session.sendUnsent().catch(() => unsent)
        if (left.length === 0) await leave(services, [], show)
        else show({ state: 'asking', unsent: left, sending: false, stillUnsent: true })
      }),
    discard: () => go((services) => leave(services, unsent, show)),
  }
}

/** Shows a phase, where the screen is still there to be shown one; answers false where it is not. */
type Show = (phase: Phase) => boolean

/** What has to be asked before the session ends; ends it where that is nothing. */
async function look(services: Services, show: Show): Promise<void> {
  // Another tab pays: what it is about to hear is not to be asked about (reliability U3).
  while (await services.session.isPaying()) {
    if (!show({ state: 'paying' })) return
    await wait(payingLookMs)
  }
  // At once: a store that hangs is waited for once.
  const [unsent, dishes] = await Promise.all([
    services.session.listUnsent(),
    services.session.countUnplaced(),
  ])
  if (unsent.length > 0) return void show({ state: 'asking', unsent, sending: false, stillUnsent: false })
  if (dishes > 0) show({ state: 'unplaced', dishes })
  else await leave(services, [], show)
}

/** Ends the session, unless by now something would be lost by it that was not agreed to: then it is asked again. */
async function leave(services: Services, losing: Unsent, show: Show): Promise<void> {
  if (!show({ state: 'leaving' })) return
  if (await services.session.signOut(losing)) show({ state: 'done' })
  else await look(services, show)
}
