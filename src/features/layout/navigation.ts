import type { NavigationEntry, Settings } from '#contract/schemas/location.ts'

/** The entries to show: those from the settings, without what needs a user when nobody is signed in (specification §2 *Layout*). */
export function listNavigation(settings: Settings, { signedIn }: { signedIn: boolean }): NavigationEntry[] {
  const active = settings.consumer_application_settings.home_page?.navigation_menu?.active ?? []
  return signedIn ? active : withoutUser(active)
}

const withoutUser = (entries: NavigationEntry[]): NavigationEntry[] =>
  entries
    .filter((entry) => entry.user_required !== true)
    .map((entry) => (entry.sub_links ? { ...entry, sub_links: withoutUser(entry.sub_links) } : entry))

/** The same for a phone: a HOME entry is added at the front if none exists. */
export function listSidebarNavigation(settings: Settings, who: { signedIn: boolean }): NavigationEntry[] {
  const entries = listNavigation(settings, who)
  const hasHome = entries.some((entry) => entry.link === '/' || entry.link === '/home' || entry.name?.toUpperCase() === 'HOME')
  return hasHome ? entries : [{ name: 'HOME', link: '/' }, ...entries]
}
