import { t } from '#contract/language.ts'
import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import type { Settings } from '#contract/schemas/location.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { focusScreen, goToScreen, screenId } from '#lib/paint/go-to-screen.ts'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { AfterLaunch } from '#lib/paint/after-launch.tsx'
import { usePlaceHref } from '#lib/paint/use-place-href.ts'
import { useHeight } from '#lib/paint/use-height.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { AdvertisementBanner } from '../components/advertisement-banner.tsx'
import { ClosedBox } from '../components/closed-box.tsx'
import { CurrentOrdersStrip } from '../components/current-orders-strip.tsx'
import { Footer, isBrief } from '../components/footer.tsx'
import { InstallStrip } from '../components/install-strip.tsx'
import { LoadingOverlay } from '../components/loading-overlay.tsx'
import { NetworkStrip } from '../components/network-strip.tsx'
import { OrderBar } from '../components/order-bar.tsx'
import { SwitchGate } from '../components/switched-off.tsx'
import { UpdateStrip } from '../components/update-strip.tsx'
import { TopBar } from '../components/top-bar.tsx'
import styles from './shell.module.css'

const NotFoundNote = lazy(() => import('../components/not-found-note.tsx'))
const PageTitle = lazy(() => import('../components/page-title.tsx'))
const PullToRefresh = lazy(() => import('../components/pull-to-refresh.tsx'))

/** The frame around every screen: the bars, the network strip, the screen itself, the footer. */
export function Shell({ children }: { children: ReactNode }) {
  const { facts } = usePortal()
  const copy = useLocationCopy()
  const path = useLocation({ select: (location) => location.pathname })
  const { theme } = facts.host
  const placeHref = usePlaceHref()
  const dock = useHeight('--dock')
  return (
    <div className={styles.shell} data-dishes={theme.dishes} data-pictures={theme.pictures}>
      <a className={styles.skip} href={placeHref(screenId)} onClick={goToScreen}>
        {t('Skip to content')}
      </a>
      {copy && <AdvertisementBanner announcements={copy.announcements} path={path} />}
      <TopBar
        location={copy?.location}
        announcements={copy?.announcements}
        barStyle={facts.host.top_bar_style}
        path={path}
      />
      <main id={screenId} className={styles.screen} tabIndex={-1}>
        <UnknownAddress settings={copy?.location.settings} />
        {copy && <ClosedBox copy={copy} path={path} />}
        {copy ? (
          <SwitchGate location={copy.location} path={path}>
            {children}
          </SwitchGate>
        ) : (
          children
        )}
      </main>
      {copy && <Footer copy={copy} brief={isBrief(path)} />}
      <div ref={dock} className={styles.dock}>
        <CurrentOrdersStrip path={path} />
        <OrderBar path={path} />
        <NetworkStrip />
        <UpdateStrip path={path} />
        <InstallStrip path={path} />
      </div>
      <LoadingOverlay />
      <FocusOnNewScreen path={path} />
      {/* A page begins with the server's title, or with the restaurant's name where the worker opens it. */}
      <AfterLaunch>
        <PageTitle path={path} />
      </AfterLaunch>
      <AfterLaunch>
        <TouchScreenOnly path={path} />
      </AfterLaunch>
    </div>
  )
}

/** The note for guests who came by an unknown address: few do, so it is loaded only for them. */
function UnknownAddress({ settings }: { settings: Settings | undefined }) {
  const address = useLocation({ select: ({ state }) => state.notFound })
  return address === undefined ? null : (
    <LoadingGuard>
      <Suspense>
        <NotFoundNote address={address} settings={settings} />
      </Suspense>
    </LoadingGuard>
  )
}

/** What a mouse does not need is not even loaded where there is no touch screen. */
const TouchScreenOnly = ({ path }: { path: string }) =>
  navigator.maxTouchPoints > 0 ? <PullToRefresh path={path} /> : null

/**
 * Focuses the screen after a change of route, so that keyboards and screen readers start where the eye does. It renders nothing, so that a change redraws
 * nothing.
 */
function FocusOnNewScreen({ path }: { path: string }): null {
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    // Delayed, because a dialog that closes with the change first returns the focus to an element that is gone.
    const timer = setTimeout(() => {
      // A heading of the new screen that has taken the focus keeps it: a step of the checkout, the message of a form.
      if (!document.activeElement?.matches('#screen [tabindex="-1"]')) focusScreen()
    })
    return () => clearTimeout(timer)
  }, [path])
  return null
}
