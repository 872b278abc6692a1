import { message, type Message, t, translateAnswer } from '#contract/language.ts'
import { Check, LoaderCircle } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import {
  createVerification,
  type HumanVerification,
  type VerificationSettings,
} from '#lib/verification/verification.ts'
import { Button } from '#lib/ui/button.tsx'
import styles from './human-check.module.css'

type HumanCheckProps = {
  settings: VerificationSettings
  /** The embedded provider's challenge, from the API. */
  loadChallenge: () => Promise<unknown>
  /** The answer for the server; empty when it is no longer valid. An answer can be used once: to ask again, give the check another `key`. */
  onAnswer: (answer: string) => void
  problem?: string | undefined
}

/** Checks that a human is there with one tap, no puzzle and no text to read from a picture (WCAG 3.3.8): the device does some computation instead. */
export function HumanCheck({ settings, loadChallenge, onAnswer, problem }: HumanCheckProps) {
  const [verification] = useState(() => createVerification(settings, { loadChallenge }))
  const noteId = useId()
  return (
    <div className={styles.check}>
      {verification.provider === 'embedded' ? (
        <EmbeddedCheck
          verification={verification}
          onAnswer={onAnswer}
          noteId={problem ? noteId : undefined}
        />
      ) : (
        <ForeignCheck verification={verification} onAnswer={onAnswer} />
      )}
      {problem && (
        <p id={noteId} className={styles.problem}>
          {translateAnswer(problem)}
        </p>
      )}
    </div>
  )
}

type Of<P extends HumanVerification['provider']> = Extract<HumanVerification, { provider: P }>
type State = 'idle' | 'working' | 'done' | 'failed'

const words: Record<State, Message | undefined> = {
  idle: undefined,
  working: message('Checking. This takes a few seconds.'),
  done: message('Checked.'),
  failed: message('The check could not be done. Please see whether you have a signal, and try again.'),
}

type EmbeddedCheckProps = {
  verification: Of<'embedded'>
  onAnswer: (answer: string) => void
  noteId: string | undefined
}

function EmbeddedCheck({ verification, onAnswer, noteId }: EmbeddedCheckProps) {
  const [state, setState] = useState<State>('idle')
  const work = useRef<AbortController>(undefined)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => () => work.current?.abort(), [])
  const start = (): void => {
    if (state === 'working' || state === 'done') return
    const controller = new AbortController()
    work.current = controller
    setState('working')
    verification.prove(controller.signal).then(
      (answer) => {
        if (controller.signal.aborted) return
        setState('done')
        onAnswer(answer)
      },
      () => !controller.signal.aborted && setState('failed'),
    )
  }
  return (
    <>
      <label className={styles.row}>
        <span className={styles.mark}>
          {/* Never disabled: that would take the focus away from who has just ticked it. */}
          <input
            ref={box}
            type="checkbox"
            className={styles.box}
            checked={state === 'working' || state === 'done'}
            aria-busy={state === 'working'}
            aria-describedby={noteId}
            onChange={start}
          />
          {state === 'working' && <LoaderCircle aria-hidden className={styles.wheel} size={24} />}
          {state === 'done' && <Check aria-hidden className={styles.tick} size={20} />}
        </span>
        <span>{t('I’m not a robot')}</span>
      </label>
      <p role="status" className={state === 'failed' ? styles.problem : styles.note}>
        {words[state] && t(words[state])}
      </p>
      {state === 'failed' && (
        <Button
          look="second"
          onClick={() => {
            start()
            box.current?.focus()
          }}
        >
          {t('Try again')}
        </Button>
      )}
    </>
  )
}

function ForeignCheck({
  verification,
  onAnswer,
}: {
  verification: Of<'recaptcha'>
  onAnswer: (answer: string) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(onAnswer)
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  useEffect(() => {
    latest.current = onAnswer
  })
  useEffect(() => {
    if (!place.current) return undefined
    return verification.mount(place.current, {
      answer: (answer) => latest.current(answer ?? ''),
      failed: () => setFailed(true),
    })
  }, [verification, round])
  return (
    <>
      <div ref={place} className={styles.foreign} />
      <p role="status" className={styles.problem}>
        {failed && words.failed ? t(words.failed) : ''}
      </p>
      {failed && (
        <Button
          look="second"
          onClick={() => {
            setFailed(false)
            setRound(round + 1)
          }}
        >
          {t('Try again')}
        </Button>
      )}
    </>
  )
}
