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

type Closing<T> = {
  /** `undefined`: there is nothing to type now. */
  typed: T | undefined
  /** Why it was refused when it was sent. */
  error: unknown
  sending: boolean
  onClose: () => void
}

/**
 * Keeps what is typed while the dialog is open. `dismiss`, for the ways out that happen by mistake, keeps it on, also where it was not sent in the end because
 * somebody did not prove who they are; `close`, for the dialog's own button, drops it. Neither closes while it is being sent: nobody would see a failure.
 */
export function useClosing<T extends object>(
  { keep, forget }: DialogInput<T>,
  { typed, error, sending, onClose }: Closing<T>,
): { dismiss: () => void; close: () => void } {
  useEffect(() => keep(typed, { isRefused: error !== undefined }))
  const dismiss = (): void => {
    if (sending) return
    keep(typed, { isRefused: true })
    onClose()
  }
  const close = (): void => {
    if (!sending) forget()
    dismiss()
  }
  return { dismiss, close }
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
