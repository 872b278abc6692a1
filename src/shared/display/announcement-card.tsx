import type { Announcement } from '#contract/schemas/announcement.ts'
import { ActionLink, findTarget } from '#lib/paint/action-link.tsx'
import { phonePictureSizes, PictureSources } from '#lib/paint/picture.tsx'
import styles from './announcement-card.module.css'

/** An announcement as a card with its picture, title and text. The whole card is a link where the announcement has one. */
export function AnnouncementCard({
  announcement,
  eager = false,
  alone = false,
}: {
  announcement: Announcement
  eager?: boolean
  /** The only card in its row: in a wide window its text stands beside the picture. */
  alone?: boolean
}) {
  const { title, data, image_src, image_sizes = {} } = announcement
  const target = findTarget(announcement)
  const className = alone ? `${styles.card} ${styles.alone}` : styles.card
  const face = (
    <>
      {image_src && (
        <PictureSources
          picture={image_sizes}
          sizes={`(min-width: 768px) ${alone ? 48 : 30}vw, ${phonePictureSizes}`}
        >
          <img
            className={styles.picture}
            src={image_src}
            alt=""
            width={640}
            height={400}
            loading={eager ? 'eager' : 'lazy'}
            decoding="async"
          />
        </PictureSources>
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

/** A React key that stays the same as long as the list does. */
export const announcementKey = ({ id, type, title }: Announcement): string => id ?? `${type} ${title}`
