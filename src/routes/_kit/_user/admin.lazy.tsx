import { createLazyFileRoute } from '@tanstack/react-router'
import { AdminScreen } from '#features/admin/screens/admin-screen.tsx'
import { StepUpRoom } from '#lib/second-factor/step-up-room.tsx'

export const Route = createLazyFileRoute('/_kit/_user/admin')({
  component: () => (
    <StepUpRoom>
      <AdminScreen />
    </StepUpRoom>
  ),
})
