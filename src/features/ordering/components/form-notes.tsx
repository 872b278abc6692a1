import { t } from '#contract/language.ts'
import { useEffect, useRef } from 'react'
import { Banner } from '#lib/paint/banner.tsx'

type Props = {
  /** What the restaurant said of the line that was to be saved. */
  refused: readonly string[] | false
  lost: boolean
  /** What the dish has no more, by name. */
  missing: readonly string[]
}

/** Above a dish's choices: why it was not saved, and what became of the line that is edited, where it is not as it was saved. */
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

/** The restaurant's words in a red banner headed “Error” (§8), brought into view: the button that was pressed is far below. */
function SaveError({ messages }: { messages: readonly string[] }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={place}>
      <Banner tone="error" header={t('Error')} messages={messages} />
    </div>
  )
}
