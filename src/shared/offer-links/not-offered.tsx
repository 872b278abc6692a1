import { t } from '#contract/language.ts'
import { lazy, Suspense } from 'react'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { useHydrated } from '#lib/paint/use-hydrated.ts'
import type { OfferLink } from './list-offers.ts'

// Loaded lazily: every launch contains this file, and few see the links.
const OfferLinks = lazy(() => import('./offer-links.tsx'))

type NotOfferedProps = {
  /** The restaurant's name. */
  name: string
  /** The feature that is not offered, by the restaurant's name for it. */
  what: string
  /** Links to similar offers, listed first. */
  more?: readonly OfferLink[]
}

/** Shown in place of a screen: the restaurant does not offer this, and what it does offer (OV-02). */
export const NotOffered = ({ name, what, more }: NotOfferedProps) => (
  <Instead
    title={t('Not offered here')}
    lead={t`${name} doesn’t offer “${what}” online. Call or visit us.`}
    more={more}
  />
)

/** The same for online orders, with words of its own. */
export const NoOrders = ({ name }: { name: string }) => (
  <Instead
    title={t('No online orders here')}
    lead={t`${name} doesn’t take online orders. Call or visit us.`}
  />
)

type InsteadProps = { title: string; lead: string; more?: readonly OfferLink[] | undefined }

function Instead({ title, lead, more }: InsteadProps) {
  return (
    <>
      <PageHead title={title} lead={lead} />
      <div className="container">
        {useHydrated() && (
          <LoadingGuard>
            <Suspense>
              <OfferLinks more={more} />
            </Suspense>
          </LoadingGuard>
        )}
      </div>
    </>
  )
}
