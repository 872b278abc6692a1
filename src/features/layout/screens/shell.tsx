import { t } from '#contract/language.ts'
import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { pathKey, rootId } from '#contract/page-format.ts'
import type { Settings } from '#contract/schemas/location.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { focusScreen, goToScreen, screenId } from '#lib/paint/go-to-screen.ts'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { useAfterLaunch } from '#lib/paint/use-later.ts'
import { usePlaceHref } from '#lib/paint/use-place-href.ts'
import { useHeight } from '#lib/paint/use-height.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { usePlaceNames } from '#lib/query/use-place-names.ts'
import { findSeo } from '#lib/seo/find-seo.ts'
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
      <Title path={path} />
      <TouchScreenOnly path={path} />
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
function TouchScreenOnly({ path }: { path: string }) {
  const launched = useAfterLaunch()
  return launched && navigator.maxTouchPoints > 0 ? (
    <LoadingGuard>
      <Suspense>
        <PullToRefresh path={path} />
      </Suspense>
    </LoadingGuard>
  ) : null
}

/**
 * The page's title and description by its route (LH-16); after a change of route, screen readers read the title first. It renders nothing, so that a change
 * redraws nothing.
 */
function Title({ path }: { path: string }): null {
  const copy = useLocationCopy()
  const names = usePlaceNames(path)
  const { title, description } = copy ? findSeo(copy, path, names) : {}
  useDescription(path, description)
  const shown = useRef(path)
  useEffect(() => {
    if (title !== undefined) document.title = title
  }, [title])
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    // Focuses the screen, so that keyboards and screen readers start where the eye does. Delayed, because a dialog that closes with the change first returns
    // the focus to an element that is gone.
    const timer = setTimeout(() => {
      // A heading of the new screen that has taken the focus keeps it: a step of the checkout, the message of a form.
      if (!document.activeElement?.matches('#screen [tabindex="-1"]')) focusScreen()
    })
    return () => clearTimeout(timer)
  }, [path])
  return null
}

/** Keeps the description that the page was made with as long as its path is open: the server's may be a dish's own. */
function useDescription(path: string, description: string | undefined): void {
  const made = useRef<{ path: string | undefined; text: string }>(undefined)
  useEffect(() => {
    made.current ??= {
      path: document.getElementById(rootId)?.dataset[pathKey],
      text: findDescription()?.content ?? '',
    }
    const text = path === made.current.path ? made.current.text : description
    if (text !== undefined) setDescription(text)
  }, [path, description])
}

const findDescription = (): HTMLMetaElement | null =>
  document.head.querySelector<HTMLMetaElement>('meta[name="description"]')

function setDescription(text: string): void {
  if (text === '') return findDescription()?.remove()
  const tag =
    findDescription() ??
    document.head.appendChild(Object.assign(document.createElement('meta'), { name: 'description' }))
  tag.content = text
}
