import { isLinkable } from '#contract/rules/features.ts'
import { findSearchEntry, listSearchEntries } from '#contract/search-entries.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { Icon, Screenshot } from './icons.ts'

/** A merchant's web app manifest: an installed portal has the restaurant's name, texts and colors, not ours. */
export function webManifest(
  merchant: Merchant,
  icons: readonly Icon[],
  screenshots: readonly Screenshot[] = [],
): string {
  const { theme } = merchant.host
  const { name, settings } = merchant.location
  const colours = theme.scheme === 'dark' ? theme.colours.dark : theme.colours.light
  const description = findSearchEntry(listSearchEntries(merchant), '/home')?.description ?? ''
  const shown = shortcuts.filter(({ url }) => isLinkable(settings, url))
  return JSON.stringify({
    id: '/',
    name,
    short_name: shortName(name),
    ...(description !== '' && { description }),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    display_override: ['standalone', 'minimal-ui'],
    lang: 'en',
    dir: 'ltr',
    categories: ['food', 'shopping'],
    theme_color: colours.surface,
    background_color: colours.surface,
    icons,
    ...(screenshots.length > 0 && { screenshots }),
    ...(shown.length > 0 && {
      shortcuts: shown.map((shortcut) => ({ ...shortcut, icons: shortcutIcons(icons) })),
    }),
  })
}

/** Shown by a long press on the icon, in order of use, as far as the restaurant offers them. */
const shortcuts = [
  { name: 'Order', short_name: 'Order', description: 'Order from the menu', url: '/order' },
  {
    name: 'Show a card',
    short_name: 'Show a card',
    description: 'A gift card for the reader at the counter',
    url: '/mycards/counter',
  },
  {
    name: 'My cards',
    short_name: 'My cards',
    description: 'Your gift cards and what is on them',
    url: '/mycards',
  },
  { name: 'Reorder', short_name: 'Reorder', description: 'What you had before', url: '/tickethistory' },
]

/** A phone shows them with a picture of at least 96 px. */
const shortcutIcons = (icons: readonly Icon[]): Icon[] =>
  icons.filter(({ purpose, sizes }) => purpose === 'any' && /^(96|192)x/.test(sizes))

/** A home screen shows about twelve characters: as many whole words as fit. */
function shortName(name: string): string {
  if (name.length <= 12) return name
  const words = name.split(' ')
  return (
    words
      .reduce((short, word) => (`${short} ${word}`.length <= 12 ? `${short} ${word}` : short), '')
      .trim() || words[0]!.slice(0, 12)
  )
}
