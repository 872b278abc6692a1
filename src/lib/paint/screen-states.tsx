import { t, translateAnswer } from '#contract/language.ts'
import { failedMark, loadingMark } from './marks.ts'
import { rich } from './rich.ts'
import styles from './screen-states.module.css'
import { useRetry } from './use-retry.ts'
import { wholePhones } from './whole-phones.tsx'

/** As much of a failure as the words need. */
export type Failed = {
  kind: string
  details: {
    requestId?: string | undefined
    /** What the restaurant itself says of it. */
    problem?: { message: string } | undefined
  }
}

/** A screen that has nothing to show yet, in the shape of what comes (§9: skeleton counts 3 or 9). */
export function Skeleton({ count, shape }: { count: 3 | 4 | 9; shape: 'card' | 'row' | 'tile' }) {
  return (
    <div className={`${styles.skeleton} ${styles[shape]}`} role="status" {...loadingMark}>
      <span className="visually-hidden">{t('Loading')}</span>
      {Array.from({ length: count }, (_, place) => (
        <span key={place} className={styles.bone} aria-hidden />
      ))}
    </div>
  )
}

/** Nothing on the device, and no answer from the network: a sentence, a reason, a next step. */
export function Unreachable({
  failed,
  what,
  as: Heading = 'h2',
  onRetry,
  isKept = true,
}: {
  failed: Failed
  what: string
  /** What its heading is: of the first level where the screen has nothing else. */
  as?: 'h1' | 'h2' | undefined
  onRetry: () => unknown
  /** False of what stays on no device: it is not promised for the next time. */
  isKept?: boolean
}) {
  const offline = failed.kind === 'offline' || failed.kind === 'timeout'
  const { busy, retry } = useRetry(onRetry)
  const isMissing = offline && isKept
  return (
    <div className={styles.notice} role="alert" {...failedMark}>
      <Heading>
        {isMissing ? t`${what} isn’t saved on this device yet` : t`${what} couldn’t be loaded`}
      </Heading>
      <p>
        {isMissing
          ? t('Open it once while you are online, and it will work offline, too.')
          : offline
            ? t('You’re offline. Try again when you have a signal.')
            : failed.kind === 'garbled'
              ? t('You may need to sign in to this Wi-Fi.')
              : translateAnswer(failed.details.problem?.message ?? '') ||
                t('Something went wrong on our side. Please try again.')}
      </p>
      <button type="button" className="button button--solid" aria-busy={busy} onClick={() => void retry()}>
        {busy ? t('Trying again…') : t('Try again')}
      </button>
      {failed.details.requestId && (
        <p className={styles.reference}>{rich`Reference: ${failed.details.requestId}`}</p>
      )}
    </div>
  )
}

/** What stands where something is still read: the shape of what comes, or what is wrong and a way on. */
export function LoadingOrFailed({
  failed,
  count = 3,
  shape = 'row',
  ...notice
}: Partial<Parameters<typeof Skeleton>[0]> &
  Omit<Parameters<typeof Unreachable>[0], 'failed'> & { failed: Failed | undefined }) {
  return failed ? <Unreachable failed={failed} {...notice} /> : <Skeleton count={count} shape={shape} />
}

/** A screen with nothing in it, said plainly. */
export function Empty({ children }: { children: string }) {
  return (
    <div className={styles.notice}>
      <p className={styles.empty}>{wholePhones(children)}</p>
    </div>
  )
}
