import { t } from '#contract/language.ts'
import { isLinkable, isOn } from '#contract/rules/features.ts'
import type { Settings } from '#contract/schemas/location.ts'
import { findPageName } from '#lib/query/location.ts'

/** A link to something that a restaurant offers: its path, its name in the portal, and what is found there. */
export type OfferLink = { path: string; name: string; note?: string }

/** What a guest who has come to the wrong place can do instead: what the restaurant has switched on (OV-02), by the restaurant's names for it. */
export function listOffers(settings: Settings, isGuest: boolean): OfferLink[] {
  const order: OfferLink = {
    path: '/order',
    name: findPageName(settings, 'order') ?? t('Order online'),
    note: t('Choose your dishes, and when you want them.'),
  }
  const menus: OfferLink = {
    path: isOn(settings, 'readOnlyMenu') ? '/menus' : '/menu/readonly',
    name: findPageName(settings, 'menus') ?? t('Menus'),
    note: t('Every dish, and what it costs.'),
  }
  const cards: OfferLink = {
    path: isOn(settings, 'sendCard') ? '/sendcard' : '/physicalcards',
    name: t('Gift cards'),
    note: t('For somebody else, or for yourself.'),
  }
  const account: OfferLink = {
    path: isGuest ? '/login' : '/account',
    name: isGuest ? t('Sign in') : t('My account'),
    note: t('Your orders and cards, and what you have saved.'),
  }
  return [order, menus, cards, ...(isOn(settings, 'myAccount') ? [account] : [])].filter(({ path }) =>
    isLinkable(settings, path),
  )
}

/** Whether a path is the sign-in page or the account. */
export const isAccount = (path: string): boolean => path === '/login' || path === '/account'
