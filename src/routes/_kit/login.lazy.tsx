import { createLazyFileRoute } from '@tanstack/react-router'
import { LoginScreen } from '#features/account/screens/login-screen.tsx'
import { PutAsideNotice } from '#features/waiting/screens/put-aside-notice.tsx'

export const Route = createLazyFileRoute('/_kit/login')({
  component: () => <LoginScreen notice={<PutAsideNotice />} />,
})
