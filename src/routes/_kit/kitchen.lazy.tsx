import { createLazyFileRoute } from '@tanstack/react-router'
import { KitchenScreen } from '#features/kitchen/screens/kitchen-screen.tsx'
import { StepUpRoom } from '#lib/second-factor/step-up-room.tsx'

/** For the staff, signed in or not: a tablet enters its code here. Nothing links here: it is a chunk that no diner downloads. */
export const Route = createLazyFileRoute('/_kit/kitchen')({
  component: () => (
    <StepUpRoom>
      <KitchenScreen />
    </StepUpRoom>
  ),
})
