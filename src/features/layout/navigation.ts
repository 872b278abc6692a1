import { t } from '#contract/language.ts'
import { isOn, isLinkable } from '#contract/rules/features.ts'
import type { NavigationEntry, Settings } from '#contract/schemas/location.ts'

type Who = { signedIn: boolean }

/**
 * The entries to show: those from the settings, without what needs a user when nobody is signed in, and without what is switched off (specification
 * §2 *Layout*, OV-02).
 */
export function listNavigation(settings: Settings, { signedIn }: Who): NavigationEntry[] {
  const active = settings.consumer_application_settings.home_page?.navigation_menu?.active ?? []
  return withoutSwitchedOff(settings, signedIn ? active : withoutUser(active))
}

/** The entries that anybody sees. On a computer the others stand apart, beside the way in and out. */
export const withoutUser = (entries: NavigationEntry[]): NavigationEntry[] =>
  entries
    .filter((entry) => entry.user_required !== true)
    .map((entry) => (entry.sub_links ? { ...entry, sub_links: withoutUser(entry.sub_links) } : entry))

/** An entry that is switched off, or has a name and no link (LH-01), leads to the first below it; where nothing is below, it goes. */
function withoutSwitchedOff(settings: Settings, entries: NavigationEntry[]): NavigationEntry[] {
  return entries.flatMap((entry) => {
    const below = entry.sub_links && withoutSwitchedOff(settings, entry.sub_links)
    const filtered = below ? { ...entry, sub_links: below } : entry
    if (entry.link ? isLinkable(settings, entry.link) : isHome(entry)) return [filtered]
    const first = below?.[0]
    return first === undefined ? [] : [{ ...filtered, link: first.link }]
  })
}

/** A computer's bar begins with a HOME button where `home.show_home_button` asks for one, unless an entry leads there already. */
export const needsHomeButton = (settings: Settings, who: Who): boolean =>
  settings.home?.show_home_button === true && !hasHome(listNavigation(settings, who))

/** A phone's: a HOME entry is added at the front if none exists, and for a member the way to a card for the counter. */
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
 * What is one's own, and the way in or out. The LOGIN link serves as logout when signed in; SIGN UP shows only when logged out
 * (specification §2 *Layout and home*). Nothing of it where the restaurant has no accounts.
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
