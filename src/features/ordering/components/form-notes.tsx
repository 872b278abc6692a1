import { t } from '#contract/language.ts'
import { useEffect, useRef } from 'react'
import { Banner } from '#lib/paint/banner.tsx'

type Props = {
  /** What the restaurant answered when it refused the line. */
  refused: readonly string[] | false
  lost: boolean
  /** Names of options the dish no longer has. */
  missing: readonly string[]
}

/** Shown above a dish's options: why it was not saved, and what changed about the edited line since it was saved. */
export function FormNotes({ refused, lost, missing }: Props) {
  return (
    <>
      {refused && <SaveError messages={refused} />}
      {lost && (
        <Banner
          tone="note"
          header={t('This dish is not on your order anymore')}
          messages={[t('Tap ADD TO ORDER to add it back.')]}
        />
      )}
      {missing.length > 0 && (
        <Banner
          tone="note"
          header={t('Not offered anymore')}
          messages={[t`${missing.join(', ')}. Everything else is as you chose it.`]}
        />
      )}
    </>
  )
}

/** The restaurant's words in a red banner headed “Error” (§8), scrolled into view because the button is far below it. */
function SaveError({ messages }: { messages: readonly string[] }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={place}>
      <Banner tone="error" header={t('Error')} messages={messages} />
    </div>
  )
}
