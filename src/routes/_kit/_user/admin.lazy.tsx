import { createLazyFileRoute } from '@tanstack/react-router'
import { AdminScreen } from '#features/admin/screens/admin-screen.tsx'
import { StepUpBoundary } from '#lib/second-factor/step-up-boundary.tsx'

export const Route = createLazyFileRoute('/_kit/_user/admin')({
  component: () => (
    <StepUpBoundary>
      <AdminScreen />
    </StepUpBoundary>
  ),
})
