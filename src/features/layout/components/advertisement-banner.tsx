import { memo } from 'react'
import type { Announcement, AnnouncementButton } from '#contract/schemas/announcement.ts'
import { ActionLink, findTarget } from '#lib/paint/action-link.tsx'
import styles from './advertisement-banner.module.css'

type Height = 'one_eighth' | 'one_third'
const places = { '/': 1, '/home': 1, '/oldhome': 1, '/newhome': 1 }

/** A banner in force: its pictures for a computer and a phone, and its height. */
type Banner = {
  title: string
  desktop: string
  mobile: string
  height: Height
  announcement: Announcement
}

/**
 * The banner of a page: the home pages show the one of a third in height, if there is one, all others the one of an eighth; if only one exists, it is used for
 * both. A picture for only one kind of screen is used for both.
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

/** The banner above the bar, with its clickable areas (LH-02). Without areas of its own, all of it links to the announcement's target. */
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

/** In percent of the picture. Set by script: the page's policy forbids style attributes in markup. */
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

/** The label of an area without a name: the banner's title, and where the area leads. */
function nameOf(title: string, { action = '', hostname }: AnnouncementButton): string {
  const last = action.split(/[?#]/)[0]!.split('/').filter(Boolean).at(-1)?.replaceAll('-', ' ')
  return hostname ? `${title} (${hostname})` : last ? `${title}: ${last}` : title
}
