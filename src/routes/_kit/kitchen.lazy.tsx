import { createLazyFileRoute } from '@tanstack/react-router'
import { KitchenScreen } from '#features/kitchen/screens/kitchen-screen.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { StepUpBoundary } from '#lib/second-factor/step-up-boundary.tsx'

/** For the staff, signed in or not: a tablet enters its code here. No guest page links here: it is a chunk that no diner downloads. */
export const Route = createLazyFileRoute('/_kit/kitchen')({
  component: () => (
    <StepUpBoundary>
      <KitchenScreen more={<PathLink path="/admin">Administration</PathLink>} />
    </StepUpBoundary>
  ),
})
