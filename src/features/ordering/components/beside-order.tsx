import { t } from '#contract/language.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { LoadingGuard } from '#lib/paint/loading-guard.tsx'
import { useHydrated } from '#lib/paint/use-hydrated.ts'
import styles from './beside-order.module.css'

const OrderAside = lazy(async () => ({ default: (await import('./order-aside.tsx')).OrderAside }))

/** A list of dishes; in a wide window the order so far stands beside it, and a dish opens over it. `barsStay`: those over a category stay at the top. */
export function BesideOrder({ children, barsStay = false }: { children: ReactNode; barsStay?: boolean }) {
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
                <OrderAside adds={!barsStay} />
              </Suspense>
            </LoadingGuard>
          )}
        </div>
      </aside>
    </div>
  )
}
