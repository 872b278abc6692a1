import { createLazyFileRoute } from '@tanstack/react-router'
import { CounterScreen } from '#features/cards/screens/counter-screen.tsx'

export const Route = createLazyFileRoute('/_user/mycards/counter')({
  component: () => <CounterScreen cardId={Route.useSearch().card} />,
})
