import type { Announcement } from '#contract/schemas/announcement.ts'
import { ActionLink, findTarget } from '#lib/paint/action-link.tsx'
import styles from './announcement-card.module.css'

/** An announcement as a card: its picture, its title, its words. All of it leads where it says; one without a way on is no link. */
export function AnnouncementCard({
  announcement,
  eager = false,
  alone = false,
}: {
  announcement: Announcement
  eager?: boolean
  /** Nothing stands beside it: on a wide window its words do. */
  alone?: boolean
}) {
  const { title, data, image_src } = announcement
  const target = findTarget(announcement)
  const className = alone ? `${styles.card} ${styles.alone}` : styles.card
  const face = (
    <>
      {image_src && (
        <img
          className={styles.picture}
          src={image_src}
          alt=""
          width={640}
          height={400}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
        />
      )}
      <span className={styles.words}>
        <strong className={styles.title}>{title}</strong>
        {data?.body && <span className={styles.body}>{data.body}</span>}
      </span>
    </>
  )
  return target ? (
    <ActionLink target={target} className={className}>
      {face}
    </ActionLink>
  ) : (
    <div className={className}>{face}</div>
  )
}

/** What guests are told about: neither that the restaurant is closed, nor what stands in a banner or a window of its own. */
export const listPromotions = (announcements: readonly Announcement[]): Announcement[] =>
  announcements.filter(({ type }) => !['closed', 'advertisement', 'advertisement_banner'].includes(type))

/** A name that stays the same while the list does, for React. */
export const announcementKey = ({ id, type, title }: Announcement): string => id ?? `${type} ${title}`
