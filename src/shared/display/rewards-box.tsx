import { locale, plural, t, translateAnswer } from '#contract/language.ts'
import { progressPercent } from '#contract/rules/account.ts'
import type { RewardsSummary } from '#contract/schemas/user.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import styles from './rewards-box.module.css'

/** Points of points needed, a bar, what they are good for, and a link to the rewards (specification §2 *Layout and home*). */
export function RewardsBox({ summary }: { summary: RewardsSummary }) {
  return (
    <section className={styles.box} aria-labelledby="rewards-box">
      <h2 id="rewards-box" className={styles.title}>
        {t('Rewards')}
      </h2>
      <Points summary={summary} />
      <p className={styles.message}>{translateAnswer(summary.reward_message)}</p>
      <PathLink path="/rewards" className={styles.link}>
        {t('Manage My Rewards')}
      </PathLink>
    </section>
  )
}

/** The points and their bar. The text gives the bar's value to those who cannot see it. */
export function Points({
  summary: { current_points, points_needed, points_to_next_reward },
}: {
  summary: RewardsSummary
}) {
  return (
    <div className={styles.points}>
      <p className={styles.figure}>
        <strong>{current_points.toLocaleString(locale())}</strong>
        <span>
          {plural(points_needed, ' / {1} point', ' / {1} points', points_needed.toLocaleString(locale()))}
        </span>
      </p>
      <progress
        className={styles.bar}
        max={100}
        value={progressPercent(current_points, points_to_next_reward)}
        aria-label={t('Points to the next reward')}
      />
    </div>
  )
}
