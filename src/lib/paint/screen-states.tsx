import { t, translateAnswer } from '#contract/language.ts'
import { failedMark, loadingMark } from './marks.ts'
import { rich } from './rich.ts'
import styles from './screen-states.module.css'
import { useRetry } from './use-retry.ts'
import { wholePhones } from './whole-phones.tsx'

/** The parts of a failure that the message needs. */
export type Failed = {
  kind: string
  details: {
    requestId?: string | undefined
    /** The restaurant's own message. */
    problem?: { message: string } | undefined
  }
}

/** A placeholder for a loading screen, in the shape of its content (§9: skeleton counts 3 or 9). */
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

/** Nothing on the device, and no answer from the network: says so, with the reason and a next step. */
export function Unreachable({
  failed,
  what,
  as: Heading = 'h2',
  onRetry,
  isKept = true,
}: {
  failed: Failed
  what: string
  /** The heading's level: the first, where the screen has no other heading. */
  as?: 'h1' | 'h2' | undefined
  onRetry: () => unknown
  /** False for what is never stored on the device: it is not promised for the next visit. */
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

/** Shown while something is loading, as its shape, or when it failed, with the reason and a way on. */
export function LoadingOrFailed({
  failed,
  count = 3,
  shape = 'row',
  ...notice
}: Partial<Parameters<typeof Skeleton>[0]> &
  Omit<Parameters<typeof Unreachable>[0], 'failed'> & { failed: Failed | undefined }) {
  return failed ? <Unreachable failed={failed} {...notice} /> : <Skeleton count={count} shape={shape} />
}

/** A screen without content, with a short text. */
export function Empty({ children }: { children: string }) {
  return (
    <div className={styles.notice}>
      <p className={styles.empty}>{wholePhones(children)}</p>
    </div>
  )
}
