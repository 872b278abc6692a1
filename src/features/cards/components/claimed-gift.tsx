import { t } from '#contract/language.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { isLinkable } from '#contract/rules/features.ts'
import type { Card } from '#contract/schemas/card.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { useCards } from '#lib/query/account.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { useSession } from '#lib/query/portal-context.tsx'
import { keepPreviousPath } from '#lib/query/session-marks.ts'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'

/** Shown to whoever opens the link of a gift that was already claimed. `said`: the restaurant's own sentence, which asks a guest to sign in. */
export function ClaimedGiftNote({ card, said }: { card: Card; said: string }) {
  const session = useSession()
  const { cards, failed } = useCards()
  const isMember = session.state === 'user'
  if (session.state === 'loading' || (isMember && !cards && !failed)) return null
  if (isMember && cards?.some((own) => isSame(own, card)))
    return <Banner tone="note" header={t('This gift is in your account.')} />
  const words = isMember ? t('This gift card has been added to an account.') : said
  return <Banner tone="error" header={t('Error')} messages={[words]} />
}

/** What to do next with a claimed gift, instead of the actions of one that can still be claimed. */
export function ClaimedGiftAction({ card }: { card: Card }) {
  const settings = useLocationCopy()?.location.settings
  const session = useSession()
  const navigate = useNavigate()
  if (!settings || session.state === 'loading') return null
  const isMember = session.state === 'user'
  if (isMember && isLinkable(settings, '/mycards'))
    return (
      <Box>
        <Link to="/mycards" className="button button--solid">
          {t('VIEW MY GIFT CARDS')}
        </Link>
      </Box>
    )
  if (isMember) return <HomeLink />
  const signIn = (): void => {
    const path = `/gift/${card.id}`
    keepPreviousPath(path)
    void navigate({ to: '/login', state: { from: path } })
  }
  return (
    <Box>
      <Button onClick={signIn}>{t('SIGN IN')}</Button>
    </Box>
  )
}

export const HomeLink = () => (
  <Box>
    <Link to="/" className="button button--solid">
      {t('HOME')}
    </Link>
  </Box>
)

/** A gift link has neither the number nor the id of the card in the account. Both have the creation time and the last four digits. */
const isSame = (own: Card, card: Card): boolean =>
  own.created_at === card.created_at && own.number_display === card.number_display
