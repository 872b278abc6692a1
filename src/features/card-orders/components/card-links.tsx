import type { Settings } from '#contract/schemas/location.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import { Box } from '#lib/ui/box.ts'

/** The three links that stand beside the first step, each only where the location's settings allow it (specification §2). */
export function CardLinks({ settings }: { settings: Settings }) {
  const { digital, physical } = settings.cards ?? {}
  const links = [
    {
      path: '/mycards/Purchase/0',
      words: 'PURCHASE A NEW CARD',
      on: digital?.enable === true && digital.card_management?.buy_card === true,
    },
    {
      path: '/mycards/import',
      words: 'ADD AN EXISTING CARD',
      on: digital?.enable === true && digital.card_management?.import_card === true,
    },
    { path: '/mycards/check', words: 'CHECK A CARD BALANCE', on: physical?.check_card_balance === true },
  ].filter((link) => link.on)
  if (links.length === 0) return null
  return (
    <Box as="nav" aria-label="Gift cards" display="grid" gap="3">
      {links.map(({ path, words }) => (
        <PathLink key={path} path={path} className="button button--second button--full">
          {words}
        </PathLink>
      ))}
    </Box>
  )
}
