import { t } from '#contract/language.ts'
import { lazy, Suspense } from 'react'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { useHydrated } from '#lib/paint/use-hydrated.ts'
import type { OfferLink } from './list-offers.ts'

// Few see them, and this stands in every launch.
const OfferLinks = lazy(() => import('./offer-links.tsx'))

type NotOfferedProps = {
  /** The restaurant's. */
  name: string
  /** What is not offered, as the restaurant calls it. */
  what: string
  /** Links to similar offers, before the others. */
  more?: readonly OfferLink[]
}

/** What this restaurant does not offer, said plainly, with what it does (OV-02): in the place of a whole screen. */
export const NotOffered = ({ name, what, more }: NotOfferedProps) => (
  <Instead
    title={t('Not offered here')}
    lead={t`${name} doesn’t offer “${what}” online. Call or visit us.`}
    more={more}
  />
)

/** The same for orders: what people look for has words of its own. */
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
