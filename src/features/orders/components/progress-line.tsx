import { message, t } from '#contract/language.ts'
import { Check } from 'lucide-react'
import type { ProgressStep } from '../progress.ts'
import styles from './progress-line.module.css'

const spoken = { done: message('done'), now: message('now'), later: message('still to come') }

/** The steps of an order as a line that fills from left to right. For screen readers each step says whether it is done. `zone` is shown after its times. */
export function ProgressLine({ steps, zone }: { steps: readonly ProgressStep[]; zone: string }) {
  return (
    <ol className={styles.line} aria-label={t('Steps of your order')}>
      {steps.map(({ status, label, state, time }) => (
        <li
          key={status}
          className={styles.step}
          data-state={state}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span className={styles.node} aria-hidden>
            {state === 'done' && <Check size={14} strokeWidth={3} />}
          </span>
          <span className={styles.label}>
            {label}
            <span className="visually-hidden">{`, ${t(spoken[state])}`}</span>
          </span>
          {time !== undefined && (
            <span className={`price ${styles.time}`}>
              {time}
              {zone}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
