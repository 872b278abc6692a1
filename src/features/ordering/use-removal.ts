import { t } from '#contract/language.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { usePortal } from '#lib/query/portal-context.tsx'
import type { ViewLine } from '#lib/sync/ticket-view-types.ts'
import { putLineBack, removeLine } from './line-commands.ts'

export type Removal = {
  remove: (line: ViewLine) => void
  /** The lines removed since the screen was opened, in that order. */
  removed: readonly ViewLine[]
  undo: (line: ViewLine) => void
  /** Text announcing what was put back last. */
  said: string
  /** The device could not store the last change. */
  failed: boolean
}

/** Removes lines from the order and puts them back. Both are changes like any other: without a signal they wait. */
export function useRemoval(): Removal {
  const { load } = usePortal()
  const [removed, setRemoved] = useState<readonly ViewLine[]>([])
  const [said, setSaid] = useState('')
  // The lines already tapped, as rendered. A ref, so that each tap counts once, even two in the same frame.
  const off = useRef(new WeakSet<ViewLine>())
  // A line whose removal was refused is on the order again and can be removed once more.
  const keep = (line: ViewLine): void => setRemoved((before) => [...without(before, line), line])
  const removal = useMutation({
    mutationFn: async (line: ViewLine) => await removeLine(await load(), line.lineId),
    onSuccess: (_, line) => keep(line),
    onError: (_, line) => void off.current.delete(line),
  })
  const undoing = useMutation({
    mutationFn: async (line: ViewLine) => await putLineBack(await load(), line),
    onSuccess: (_, { name }) => setSaid(t`${name} is back on your order.`),
    onError(_, line) {
      off.current.add(line)
      keep(line)
    },
  })
  return {
    removed,
    said,
    failed: removal.isError || undoing.isError,
    remove: (line) => {
      if (off.current.has(line)) return
      off.current.add(line)
      setSaid('')
      removal.mutate(line)
    },
    undo: (line) => {
      // Updates at once, before the device has stored it: a second tap would add a second line.
      if (!off.current.delete(line)) return
      setRemoved((before) => without(before, line))
      undoing.mutate(line)
    },
  }
}

const without = (lines: readonly ViewLine[], { lineId }: ViewLine): ViewLine[] =>
  lines.filter((one) => one.lineId !== lineId)
