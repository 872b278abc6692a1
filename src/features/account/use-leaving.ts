import { useEffect, useEffectEvent, useState } from 'react'
import { wait } from '#lib/ports/wait.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import type { Services } from '#lib/query/services.ts'

/**
 * The state of a sign-out. `asking`: there are changes that the restaurant has not received, and their owner decides about them. `unplaced`: the restaurant has
 * an order of theirs that was not placed.
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

/** What the restaurant has not received, by ids. */
type Unsent = readonly string[]

/**
 * Ends the current session, once, when this screen opens; asks first if something of the user's was not sent (reliability U1, I4). `begin` does the same again,
 * for a session that another tab has begun since.
 */
export function useLeaving(): { leaving: Leaving; begin: () => void } {
  const { load, session } = usePortal()
  const [phase, setPhase] = useState<Phase>({ state: session.get().state === 'guest' ? 'done' : 'looking' })
  const show: Show = (next) => {
    setPhase(next)
    return true
  }
  /** An error while signing out is shown, and can be retried, so that nobody is left with an endless spinner. */
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
    // Once, for the session at the time when the screen opened: a later one was begun by this screen.
  }, [])
  return {
    leaving: leavingOf(phase, { go, show, again: () => go((services) => begin(services, show)) }),
    begin() {
      // Set at once: the form that calls this must not follow the session that is found.
      show({ state: 'looking' })
      go(async (services) => {
        await services.session.lookAgain()
        await begin(services, show)
      })
    },
  }
}

type Ways = { go: (way: (services: Services) => Promise<void>) => void; show: Show; again: () => void }

/** A phase, with the actions that are possible in it. */
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
        // If sending was not even possible, everything is still there.
        const left = await services.session.sendUnsent().catch(() => unsent)
        if (left.length === 0) await leave(services, [], show)
        else show({ state: 'asking', unsent: left, sending: false, stillUnsent: true })
      }),
    discard: () => go((services) => leave(services, unsent, show)),
  }
}

/** Shows a phase, if the screen is still open; returns false if it is not. */
type Show = (phase: Phase) => boolean

/** Finds what must be asked before the session ends; ends it if there is nothing. */
async function look(services: Services, show: Show): Promise<void> {
  // Another tab is paying: its pending result must not be part of the question (reliability U3).
  while (await services.session.isPaying()) {
    if (!show({ state: 'paying' })) return
    await wait(payingLookMs)
  }
  // In parallel, so that a store that hangs is waited for only once.
  const [unsent, dishes] = await Promise.all([
    services.session.listUnsent(),
    services.session.countUnplaced(),
  ])
  if (unsent.length > 0) return void show({ state: 'asking', unsent, sending: false, stillUnsent: false })
  if (dishes > 0) show({ state: 'unplaced', dishes })
  else await leave(services, [], show)
}

/** Ends the session, unless something would be lost now that was not agreed to: then it asks again. */
async function leave(services: Services, losing: Unsent, show: Show): Promise<void> {
  if (!show({ state: 'leaving' })) return
  if (await services.session.signOut(losing)) show({ state: 'done' })
  else await look(services, show)
}
