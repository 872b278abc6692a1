import { message, t } from '#contract/language.ts'
import { isOn } from '#contract/rules/features.ts'
import type { Settings } from '#contract/schemas/location.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import { Box } from '#lib/ui/box.ts'

const all = [
  { path: '/mycards/Purchase/0', words: message('PURCHASE A NEW CARD'), feature: 'buyCard' },
  { path: '/mycards/import', words: message('ADD AN EXISTING CARD'), feature: 'importCard' },
  { path: '/mycards/check', words: message('CHECK A CARD BALANCE'), feature: 'checkBalance' },
] as const

/** The three links beside the first step, each only if the location's settings allow it (specification §2). */
export function CardLinks({ settings }: { settings: Settings }) {
  const links = all.filter(({ feature }) => isOn(settings, feature))
  if (links.length === 0) return null
  return (
    <Box as="nav" aria-label={t('Gift cards')} display="grid" gap="3">
      {links.map(({ path, words }) => (
        <PathLink key={path} path={path} className="button button--second button--full">
          {t(words)}
        </PathLink>
      ))}
    </Box>
  )
}
