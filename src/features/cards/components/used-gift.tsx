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

/** What is said of a gift whose link is used up, to whoever opens it again: `said` is the restaurant's sentence, which asks a guest to sign in. */
export function UsedGiftNote({ card, said }: { card: Card; said: string }) {
  const session = useSession()
  const { cards, failed } = useCards()
  const isMember = session.state === 'user'
  if (session.state === 'loading' || (isMember && !cards && !failed)) return null
  if (isMember && cards?.some((own) => isSame(own, card)))
    return <Banner tone="note" header={t('This gift is in your account.')} />
  const words = isMember ? t('This gift card has been added to an account.') : said
  return <Banner tone="error" header={t('Error')} messages={[words]} />
}

/** The way on from there, in the place of what can be done with a gift that is open. */
export function UsedGiftWay({ card }: { card: Card }) {
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

/** The link has neither the number of an owned card nor its id: when it was made and its last four digits are what both have. */
const isSame = (own: Card, card: Card): boolean =>
  own.created_at === card.created_at && own.number_display === card.number_display
