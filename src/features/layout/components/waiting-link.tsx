import { plural } from '#contract/language.ts'
import { countWaiting, observeWaiting } from '#db/waiting.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import { useLive } from '#lib/query/use-live.ts'

/** The link to the changes that are waiting to be sent, while there are any. */
export function WaitingLink({ className, onClick }: { className: string; onClick: () => void }) {
  const waiting = useLive(observeWaiting)
  if (waiting.state === 'loading' || !waiting.value) return null
  const count = countWaiting(waiting.value)
  if (count === 0) return null
  return (
    <PathLink path="/waiting" className={className} onClick={onClick}>
      {plural(count, 'One thing is waiting to be sent', '{0} things are waiting to be sent')}
    </PathLink>
  )
}
