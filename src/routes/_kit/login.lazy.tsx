import { createLazyFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { LoginScreen } from '#features/account/screens/login-screen.tsx'

/** Rarely needed, and loaded by itself: the launch lists the files that each screen loads. */
const PutAsideNotice = lazy(() => import('#features/waiting/screens/put-aside-notice.tsx'))

export const Route = createLazyFileRoute('/_kit/login')({
  component: () => (
    <LoginScreen
      notice={
        <Suspense>
          <PutAsideNotice />
        </Suspense>
      }
    />
  ),
})
