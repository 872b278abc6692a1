import { createLazyFileRoute } from '@tanstack/react-router'
import { LoginScreen } from '#features/account/screens/login-screen.tsx'
import { PutAside } from '#features/waiting/screens/put-aside.tsx'

export const Route = createLazyFileRoute('/_kit/login')({
  component: () => <LoginScreen notice={<PutAside />} />,
})
