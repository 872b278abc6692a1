import { t } from '#contract/language.ts'
import { isOn, isLinkable } from '#contract/rules/features.ts'
import type { NavigationEntry, Settings } from '#contract/schemas/location.ts'

type Who = { signedIn: boolean }

/**
 * The entries to show: those from the settings, without those that need a user when nobody is signed in, and without those that are switched off (specification
 * §2 *Layout*, OV-02).
 */
export function listNavigation(settings: Settings, { signedIn }: Who): NavigationEntry[] {
  const active = settings.consumer_application_settings.home_page?.navigation_menu?.active ?? []
  return withoutSwitchedOff(settings, signedIn ? active : withoutUser(active))
}

/** The entries for everybody. On a computer the others are separate, beside the sign-in links. */
export const withoutUser = (entries: NavigationEntry[]): NavigationEntry[] =>
  entries
    .filter((entry) => entry.user_required !== true)
    .map((entry) => (entry.sub_links ? { ...entry, sub_links: withoutUser(entry.sub_links) } : entry))

/** An entry that is switched off, or has a name and no link (LH-01), links to the first entry below it; without one, it is removed. */
function withoutSwitchedOff(settings: Settings, entries: NavigationEntry[]): NavigationEntry[] {
  return entries.flatMap((entry) => {
    const below = entry.sub_links && withoutSwitchedOff(settings, entry.sub_links)
    const filtered = below ? { ...entry, sub_links: below } : entry
    if (entry.link ? isLinkable(settings, entry.link) : isHome(entry)) return [filtered]
    const first = below?.[0]
    return first === undefined ? [] : [{ ...filtered, link: first.link }]
  })
}

/** On a computer the bar begins with a HOME button if `home.show_home_button` is on, unless an entry links there already. */
export const needsHomeButton = (settings: Settings, who: Who): boolean =>
  settings.home?.show_home_button === true && !hasHome(listNavigation(settings, who))

/** On a phone: a HOME entry is added at the front if none exists, and for members a link to a card for the counter. */
export function listSidebarNavigation(settings: Settings, who: Who): NavigationEntry[] {
  const entries = listNavigation(settings, who)
  const all = hasHome(entries) ? entries : [{ name: t('HOME'), link: '/' }, ...entries]
  const hasCards = settings.cards?.digital?.enable === true && isOn(settings, 'myGifts')
  return who.signedIn && hasCards ? [...all, counterEntry()] : all
}

const isHome = ({ link, name }: NavigationEntry): boolean =>
  link === '/' || link === '/home' || name?.toUpperCase() === 'HOME'

const hasHome = (entries: NavigationEntry[]): boolean => entries.some(isHome)

const counterEntry = (): NavigationEntry => ({
  name: t('SHOW A CARD'),
  link: '/mycards/counter',
  user_required: true,
})

/**
 * Links for the person's own pages, and for signing in or out. The LOGIN link serves as logout when signed in; SIGN UP shows only when logged out
 * (specification §2 *Layout and home*). None where the restaurant has no accounts.
 */
export function listAccountEntries(settings: Settings, { signedIn }: Who): NavigationEntry[] {
  if (!isOn(settings, 'myAccount')) return []
  if (!signedIn)
    return [
      { name: t('LOGIN'), link: '/login' },
      { name: t('SIGN UP'), link: '/signup' },
    ]
  const own = listNavigation(settings, { signedIn }).filter((entry) => entry.user_required === true)
  return [...own, { name: t('SIGN OUT'), link: '/login' }]
}
