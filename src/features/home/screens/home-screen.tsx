import { t } from '#contract/language.ts'
import { lazy } from 'react'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import { isPromotion } from '#contract/rules/announcements.ts'
import { isOn } from '#contract/rules/features.ts'
import { AfterLaunch } from '#lib/paint/after-launch.tsx'
import { useFirstScreenReady } from '#lib/paint/first-screen-ready.ts'
import { LoadingOrFailed } from '#lib/paint/screen-states.tsx'
import { useLocationState } from '#lib/query/location.ts'
import { HomeMenus } from '../components/home-menus.tsx'
import { LazyPart } from '../components/later.tsx'
import { Welcome } from '../components/welcome.tsx'
import styles from './home-screen.module.css'

const News = lazy(() => import('../components/news.tsx'))
const HomeReadOnlyMenus = lazy(() => import('../components/home-read-only-menus.tsx'))
const HomeGallery = lazy(() => import('../components/home-gallery.tsx'))
const Contact = lazy(() => import('../components/contact.tsx'))
const Advertisement = lazy(() => import('../components/advertisement.tsx'))

/**
 * The restaurant's home page (specification §2 *Home page*): what it is, what is new, what it serves, how it looks, where it is. The welcome and the menus'
 * names are the first screen; the rest is loaded when it is about to be seen.
 */
export function HomeScreen() {
  useFirstScreenReady()
  const { copy, failed, retry } = useLocationState()
  if (!copy) {
    return (
      <div className={`container ${styles.waiting}`}>
        <LoadingOrFailed
          failed={failed}
          as="h1"
          what={t('The restaurant’s page')}
          onRetry={retry}
          shape="tile"
        />
      </div>
    )
  }
  const { settings, featured_dishes: featured } = copy.location
  const advertisement = copy.announcements.find((one) => one.type === 'advertisement')
  return (
    <>
      <Welcome copy={copy} />
      <LazyPart className={`${featured ? styles.dishes : ''} ${hasNews(copy) ? styles.news : ''}`}>
        <News copy={copy} />
      </LazyPart>
      {isOn(settings, 'readOnlyMenu') && <HomeMenus />}
      {isOn(settings, 'nonPosMenu') && (
        <LazyPart>
          <HomeReadOnlyMenus />
        </LazyPart>
      )}
      {isOn(settings, 'gallery') && (
        <LazyPart>
          <HomeGallery />
        </LazyPart>
      )}
      <LazyPart className={styles.contact}>
        <Contact copy={copy} />
      </LazyPart>
      {advertisement && (
        <AfterLaunch>
          <Advertisement announcement={advertisement} />
        </AfterLaunch>
      )}
    </>
  )
}

/** Whether guests will see promotions: their space is reserved. */
const hasNews = ({ location, announcements }: LocationCopy): boolean =>
  location.settings.home?.show_announcements === true && announcements.some(isPromotion)
