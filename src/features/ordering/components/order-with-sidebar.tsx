import { t } from '#contract/language.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { useHydrated } from '#lib/paint/use-hydrated.ts'
import styles from './order-with-sidebar.module.css'

const OrderSidebar = lazy(async () => ({ default: (await import('./order-sidebar.tsx')).OrderSidebar }))

/**
 * A list of dishes. In a wide window the current order is shown beside it, and a dish opens over the list. `barsStay`: the bars above a category stay at the
 * top, so the order starts below them.
 */
export function OrderWithSidebar({
  children,
  barsStay = false,
}: {
  children: ReactNode
  barsStay?: boolean
}) {
  const isHydrated = useHydrated()
  return (
    <div className={styles.page}>
      <div>{children}</div>
      <aside className={styles.aside} aria-label={t('Your order')}>
        <div className={`${styles.order} ${barsStay ? styles.belowBars : ''}`}>
          <h2 className={styles.title}>{t('Your order')}</h2>
          {isHydrated && (
            <LoadingGuard>
              <Suspense>
                <OrderSidebar adds={!barsStay} />
              </Suspense>
            </LoadingGuard>
          )}
        </div>
      </aside>
    </div>
  )
}
