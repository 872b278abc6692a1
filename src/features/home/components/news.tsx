import { t } from '#contract/language.ts'
import { isPromotion } from '#contract/rules/announcements.ts'
import { isOn } from '#contract/rules/features.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { Announcement } from '#contract/schemas/announcement.ts'
import { AnnouncementCard, announcementKey } from '#shared/display/announcement-card.tsx'
import { Carousel } from '#lib/paint/carousel.tsx'
import { RewardsBox } from '#shared/display/rewards-box.tsx'
import { useUser } from '#lib/query/account.ts'
import { useSession } from '#lib/query/portal-context.tsx'
import { FeaturedDishes } from './featured-dishes.tsx'
import styles from './news.module.css'

/** Featured dishes and news. */
export default function News({ copy }: { copy: LocationCopy }) {
  const featured = copy.location.featured_dishes
  return (
    <>
      {featured && <FeaturedDishes copy={copy} featured={featured} />}
      <Promotions copy={copy} />
    </>
  )
}

/** The news. Guests see it as a carousel (LH-09); signed-in members see their rewards and all announcements at once, as tiles or masonry (LH-14). */
function Promotions({ copy }: { copy: LocationCopy }) {
  const session = useSession()
  const { home } = copy.location.settings
  const announcements = home?.show_announcements === true ? copy.announcements.filter(isPromotion) : []
  if (session.state === 'loading') return null
  if (session.state === 'user') return <ForMember copy={copy} announcements={announcements} />
  if (announcements.length === 0) return null
  return (
    <section className={`container ${styles.section}`} aria-labelledby="promotions">
      <h2 id="promotions">{t('Our Latest Promotions')}</h2>
      {announcements.length === 1 ? (
        <AnnouncementCard announcement={announcements[0]!} alone />
      ) : (
        <Carousel
          label={t('Promotions')}
          perView="few"
          slides={announcements.map((one) => ({
            key: announcementKey(one),
            content: <AnnouncementCard announcement={one} />,
          }))}
        />
      )}
    </section>
  )
}

function ForMember({ copy, announcements }: { copy: LocationCopy; announcements: readonly Announcement[] }) {
  const { user } = useUser()
  const { settings } = copy.location
  const rewards =
    settings.home?.show_rewards === true && isOn(settings, 'rewards') ? user?.rewards : undefined
  const summary = rewards?.is_rewards_on === true ? rewards.summary : undefined
  if (!summary && announcements.length === 0) return null
  const isAlone = !summary && announcements.length === 1
  const layout =
    settings.consumer_application_settings.home_page_announcement_layout === 'tiles' ? 'tiles' : 'masonry'
  return (
    <section className={`container ${styles.section}`} aria-labelledby="for-you">
      <h2 id="for-you">{t('For you')}</h2>
      <ul className={isAlone ? undefined : styles.columns} data-layout={layout}>
        {summary && (
          <li className={styles.cell}>
            <RewardsBox summary={summary} />
          </li>
        )}
        {announcements.map((one) => (
          <li key={announcementKey(one)} className={styles.cell}>
            <AnnouncementCard announcement={one} alone={isAlone} />
          </li>
        ))}
      </ul>
    </section>
  )
}
