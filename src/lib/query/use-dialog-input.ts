import { useEffect, useRef, useState } from 'react'
import { usePrincipal } from './portal-context.tsx'
import { findTyped, keepTyped } from './typed-forms.ts'

type DialogInput<T> = {
  /** What was typed before, about the same things and by the same person. */
  kept: T | undefined
  keep: (typed: T | undefined, from: { isRefused: boolean }) => void
  /** For the button that sends it: the input is kept only if it is refused. */
  noteSent: () => void
  /** For the button that closes the dialog. */
  forget: () => void
}

/**
 * What staff typed and chose in a dialog: Escape, the cross, a tap beside it, Back and a reload happen by mistake, too. It is offered when the same person
 * opens the same dialog again. `about`: everything the dialog is about; what was typed about something else is not offered. Never a secret.
 */
export function useDialogInput<T extends object>(
  dialog: string,
  ...about: readonly unknown[]
): DialogInput<T> {
  const of = JSON.stringify([usePrincipal(), ...about])
  const [kept] = useState(() => findKept<T>(dialog, of))
  const state = useRef<'open' | 'sent' | 'closed'>('open')
  const end = (how: 'sent' | 'closed'): void => {
    state.current = how
    write(dialog, undefined)
  }
  return {
    kept,
    keep(typed, { isRefused }) {
      if (state.current === 'closed' || (state.current === 'sent' && !isRefused)) return
      state.current = 'open'
      write(dialog, typed && JSON.stringify({ of, typed }))
    },
    noteSent: () => end('sent'),
    forget: () => end('closed'),
  }
}

/**
 * Keeps what is typed while the dialog is open; `undefined`: there is nothing to type now. `error`: why it was refused when it was sent. Returns a function for
 * when it is dismissed, also after it was not sent in the end, because somebody did not prove who they are.
 */
export function useKeptInput<T extends object>(
  { keep }: DialogInput<T>,
  typed: T | undefined,
  error: unknown,
): () => void {
  useEffect(() => keep(typed, { isRefused: error !== undefined }))
  return () => keep(typed, { isRefused: true })
}

function findKept<T>(dialog: string, of: string): T | undefined {
  const text = findTyped('dialogs')?.[dialog]
  const found = text === undefined ? undefined : (JSON.parse(text) as { of: string; typed: T })
  return found?.of === of ? found.typed : undefined
}

function write(dialog: string, text: string | undefined): void {
  const { [dialog]: before, ...others } = findTyped('dialogs') ?? {}
  if (before === text) return
  const all = text === undefined ? others : { ...others, [dialog]: text }
  keepTyped('dialogs', Object.keys(all).length === 0 ? undefined : all)
}
