import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import type { SingleAct } from '#lib/second-factor/use-single-act.ts'
import styles from './admin.module.css'

/** An act that is being sent, or got no answer, in the place of what was filled in: it is not to be changed any more. */
export function HeldAct(props: {
  /** What was asked for. */
  what: string
  /** How what it is about stands now, as far as it was read. */
  now: string
  act: Pick<SingleAct<unknown>, 'sending' | 'isUnsure' | 'error'>
}) {
  const { what, now, act } = props
  const { sending, isUnsure, error } = act
  return (
    <div className={styles.stack}>
      {isUnsure && (
        <Banner
          intoView
          tone="error"
          header="We do not know whether it was done"
          messages={[
            ...(error ? explain(error) : []),
            'TRY AGAIN asks once more for exactly this: it is done once, never twice.',
          ]}
          reference={error?.details.requestId}
        />
      )}
      <p role="status">
        {isUnsure ? 'May have been done' : 'Being sent'}: {what}
        {sending && ' Please wait for the answer.'}
      </p>
      {isUnsure && <p>{now}</p>}
    </div>
  )
}

/** What came of the last act: done, or left without an answer, with what to look at. */
export type ActNews = { isUnsure: boolean; text: string }

export function ActBanner({ news }: { news: ActNews | undefined }) {
  if (!news) return undefined
  const { isUnsure, text } = news
  return (
    <Banner
      intoView
      tone={isUnsure ? 'error' : 'success'}
      header={isUnsure ? 'No answer came' : 'Done'}
      messages={[text]}
    />
  )
}
