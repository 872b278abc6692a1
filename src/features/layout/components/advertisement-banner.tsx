import { memo } from 'react'
import type { Announcement, AnnouncementButton } from '#contract/schemas/announcement.ts'
import { ActionLink, findTarget } from '#lib/paint/action-link.tsx'
import styles from './advertisement-banner.module.css'

type Height = 'one_eighth' | 'one_third'
const places = { '/': 1, '/home': 1, '/oldhome': 1, '/newhome': 1 }

/** A banner in force: its pictures for a computer and a phone, and how high it stands. */
type Banner = {
  title: string
  desktop: string
  mobile: string
  height: Height
  announcement: Announcement
}

/**
 * The banner of a page: the home pages show the third, where there is one, and all others the eighth; whichever there is stands in for the other.
 * A picture for one kind of screen only serves both.
 */
export function findBanner(announcements: readonly Announcement[], path: string): Banner | undefined {
  const announcement = announcements.find((one) => one.type === 'advertisement_banner')
  if (!announcement) return undefined
  const of = (height: Height): Banner | undefined => {
    const desktop = announcement[`desktop_banner_${height}`]
    const mobile = announcement[`mobile_banner_${height}`]
    const any = desktop || mobile
    return any
      ? { title: announcement.title, desktop: desktop || any, mobile: mobile || any, height, announcement }
      : undefined
  }
  return path in places ? (of('one_third') ?? of('one_eighth')) : (of('one_eighth') ?? of('one_third'))
}

/** The banner above the bar, with its clickable areas (LH-02). Without areas of its own, all of it leads where the announcement does. */
export const AdvertisementBanner = memo(function AdvertisementBanner({
  announcements,
  path,
}: {
  announcements: readonly Announcement[]
  path: string
}) {
  const banner = findBanner(announcements, path)
  if (!banner) return null
  const { announcement, title } = banner
  const areas = announcement.data?.buttons ?? []
  const whole: AnnouncementButton[] =
    areas.length > 0 ? areas : [{ ...announcement, top: 0, left: 0, width: 100, height: 100, name: title }]
  return (
    <aside className={styles.banner} data-height={banner.height} aria-label={title}>
      <picture>
        <source media="(min-width: 992px)" srcSet={banner.desktop} />
        <img className={styles.picture} src={banner.mobile} alt={title} decoding="async" />
      </picture>
      {whole.map((area, place) => (
        <Area key={place} area={area} name={area.name ?? nameOf(title, area)} />
      ))}
    </aside>
  )
})

function Area({ area, name }: { area: AnnouncementButton; name: string }) {
  const target = findTarget(area)
  if (!target) return null
  return (
    <span className={styles.area} ref={(element) => place(element, area)}>
      <ActionLink target={target} className={styles.link} aria-label={name}>
        {''}
      </ActionLink>
    </span>
  )
}

/** In percent of the picture. Set by script: a style attribute in the page's markup is against its policy. */
function place(
  element: HTMLElement | null,
  { top = 0, left = 0, width = 100, height = 100 }: AnnouncementButton,
): void {
  if (!element) return
  const percent = (value: number): string => `${Math.min(100, Math.max(0, value))}%`
  Object.assign(element.style, {
    top: percent(top),
    left: percent(left),
    width: percent(width),
    height: percent(height),
  })
}

/** What an area without a name is called: the banner, and where it leads. */
function nameOf(title: string, { action = '', hostname }: AnnouncementButton): string {
  const last = action.split(/[?#]/)[0]!.split('/').filter(Boolean).at(-1)?.replaceAll('-', ' ')
  return hostname ? `${title} (${hostname})` : last ? `${title}: ${last}` : title
}
