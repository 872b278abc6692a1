import { t } from '#contract/language.ts'
import { type ReactNode, useEffect } from 'react'
import { Banner } from '#lib/paint/banner.tsx'
import { useFocusOnMount } from '#lib/ui/use-focus-on-mount.ts'
import { PersonBanner } from './person-banner.tsx'
import { Button } from '#lib/ui/button.tsx'
import styles from './step-frame.module.css'

export type StepProps = { onBack: () => void; onDone: () => void | Promise<void> }

type StepFrameProps = {
  title: string
  messages?: readonly string[]
  /** The heading of the messages, where it is not just "Error". */
  header?: string | undefined
  /** The messages ask for the human check; nothing went wrong. */
  asksForPerson?: boolean
  /** Something else is shown in its place for now. What is typed stays, also in a card provider's fields, which would be lost with their frames. */
  away?: boolean
  onBack: () => void
  /** The main button; none where the step has its own. It is kept in reach on a phone, unless it pays: that comes after all that is paid. */
  next?: { label: string; disabled?: boolean; busy?: boolean; pays?: boolean; onNext: () => void }
  children: ReactNode
}

/**
 * One step of a form: its title, errors, the answer, BACK and the main button. The title takes the focus when the step opens. While it is busy the main button
 * ignores presses instead of being disabled, which would take the focus away.
 */
export function StepFrame({
  title,
  messages = [],
  header,
  asksForPerson = false,
  away = false,
  onBack,
  next,
  children,
}: StepFrameProps) {
  const heading = useFocusOnMount<HTMLHeadingElement>()
  // The focused element was removed or disabled (a gift card paid everything, the human check appeared, the step is back): the keyboard continues from the title.
  useEffect(() => {
    if (hasNoFocus(document)) heading.current?.focus({ preventScroll: true })
  }, [title, next?.disabled, away, heading])
  return (
    <form
      noValidate
      hidden={away}
      onSubmit={(event) => {
        event.preventDefault()
        if (next && !next.disabled && !next.busy) next.onNext()
      }}
    >
      <div className={styles.step}>
        <h2 ref={heading} className={styles.title} tabIndex={-1}>
          {title}
        </h2>
        {!away &&
          messages.length > 0 &&
          (asksForPerson ? (
            <PersonBanner messages={messages} />
          ) : (
            <Banner intoView tone="error" header={header ?? t('Error')} messages={messages} />
          ))}
        {children}
      </div>
      <div
        className={styles.row}
        data-goes-on={next && ''}
        data-in-reach={next && !next.pays ? '' : undefined}
      >
        <Button look="second" onClick={onBack}>
          {t('BACK')}
        </Button>
        {next && (
          <Button type="submit" disabled={next.disabled} aria-busy={next.busy} aria-disabled={next.busy}>
            {next.busy ? t('One second…') : next.label}
          </Button>
        )}
      </div>
    </form>
  )
}

const hasNoFocus = ({ activeElement, body }: Document): boolean =>
  activeElement === body || (activeElement instanceof HTMLButtonElement && activeElement.disabled)
