import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { Banner } from '#lib/paint/banner.tsx'
import { useTicket } from '#lib/query/portal-context.tsx'
import { Box } from '#lib/ui/box.ts'

/**
 * Leads to what did not become part of the placed order: dishes still offered, changes that came too late. Nothing else leads there while the cart is empty.
 */
export function LeftOver() {
  const ticket = useTicket()
  if (ticket.state !== 'active' || ticket.view.ticketId !== undefined || ticket.view.lines.length > 0)
    return null
  const { lost = [], refusals } = ticket.row
  if (lost.length === 0 && refusals.length === 0) return null
  return (
    <Banner
      tone="note"
      header={t('Not part of this order')}
      messages={[t('Some of what you picked is not in it, and nothing was paid for that.')]}
    >
      <Box marginTop="3">
        <Link to="/ordercart" className="button button--second">
          {t('SEE WHAT WAS LEFT OUT')}
        </Link>
      </Box>
    </Banner>
  )
}
