import { join } from 'node:path'
import { isOn } from '#contract/rules/features.ts'
import { formatCents } from '#contract/money.ts'
import { minimumGiftDollars } from '#contract/rules/card.ts'
import { centsOf, LocationFile } from './file-schemas.ts'
import { newContactText } from './new-merchant.ts'
import type { ImportProblem } from './problem.ts'
import { checkSource, readSourceFile, type SourceFile } from './source-file.ts'

/**
 * Notes on what a merchant with valid files offers and nobody can have: gift cards that nobody can buy, rewards without accounts, codes for what is not sold. Also
 * a contact address that is still the one from `new`.
 */
export function listOfferNotes(folder: string, label: string): ImportProblem[] {
  const notes: ImportProblem[] = []
  const source = readSourceFile(join(folder, 'location.json'), `merchants/${label}/location.json`, notes)
  const location = source && checkSource(source, LocationFile)
  if (!location) return notes
  const { settings } = location
  const { digital, physical } = settings.cards ?? {}
  if (digital?.enable && !isOn(settings, 'cardPrograms'))
    source.report(['settings', 'cards', 'digital'], 'is on, and no gift card can be bought')
  reportMembersOnly(location, source)
  reportGiftLimits(location, source)
  reportCodesForNothing(location, source)
  if (physical?.enable !== true && physical?.send_card_by_mail)
    source.report(['settings', 'cards', 'physical'], 'sends cards by mail, and is off')
  const footer = settings.consumer_application_settings.consumer_portal_footer
  if (footer?.contact_info_text === newContactText)
    source.report(
      ['settings', 'consumer_application_settings', 'consumer_portal_footer', 'contact_info_text'],
      'is still the template’s address',
    )
  return notes
}

/** What only members can have, where nobody can become one. */
function reportMembersOnly({ settings }: LocationFile, source: SourceFile): void {
  if (isOn(settings, 'myAccount')) return
  if (isOn(settings, 'rewards'))
    source.report(['settings', 'rewards'], 'is on, and nobody can sign up: my_account is off')
  if (isOn(settings, 'buyCard') && !isSentToSomebody(settings))
    source.report(
      ['settings', 'cards', 'digital', 'card_management', 'buy_card'],
      'is for members alone, and nobody can sign up: my_account is off',
    )
}

const isSentToSomebody = (settings: LocationFile['settings']): boolean =>
  isOn(settings, 'sendCardByText') || isOn(settings, 'sendCardByEmail')

/** Limits under which a card that is on sale costs more than anybody may spend in a day. */
function reportGiftLimits(location: LocationFile, source: SourceFile): void {
  const { settings, gift_card_limits: limits, card_programs: programs } = location
  const mostCents = Math.max(centsOf(limits.guest), isOn(settings, 'myAccount') ? centsOf(limits.member) : 0)
  const isSold = isOn(settings, 'cardPrograms')
  if ((isSold || isOn(settings, 'physicalCards')) && mostCents < minimumGiftDollars * 100)
    source.report(['gift_card_limits'], 'lets nobody buy a gift card, and they are on sale')
  else if (isSold)
    programs.forEach(({ amount }, index) => {
      if (amount !== undefined && centsOf(amount) > mostCents)
        source.report(
          ['card_programs', index, 'amount'],
          `is more than anybody may spend on gift cards in a day: ${formatCents(mostCents)}`,
        )
    })
}

/** Promo codes of which no purchase is left that they could be typed at. */
function reportCodesForNothing({ settings, promo_codes: codes }: LocationFile, source: SourceFile): void {
  if (!isOn(settings, 'promoCodes')) return
  const isSold = {
    orders: isOn(settings, 'onlineOrders'),
    gift_cards:
      isOn(settings, 'cardPrograms') || isOn(settings, 'physicalCards') || isOn(settings, 'reloadCard'),
  }
  codes.forEach(({ applies_to: scopes = ['orders'] }, index) => {
    if (!scopes.some((scope) => isSold[scope]))
      source.report(['promo_codes', index], `is for what is not sold here: ${scopes.join(' and ')}`)
  })
}
