import type { Merchant } from '#server/merchants/merchant.ts'
import type { Icon } from './icons.ts'

/** A merchant's web app manifest: an installed portal bears the restaurant's name and colours, not ours. */
export function webManifest(merchant: Merchant, icons: readonly Icon[]): string {
  const { theme } = merchant.host
  const colours = theme.scheme === 'dark' ? theme.colours.dark : theme.colours.light
  return JSON.stringify({
    id: '/',
    name: merchant.location.name,
    short_name: shortName(merchant.location.name),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: 'en',
    theme_color: colours.surface,
    background_color: colours.surface,
    icons,
  })
}

/** A home screen shows about twelve characters: whole words as far as they go. */
function shortName(name: string): string {
  if (name.length <= 12) return name
  const words = name.split(' ')
  return words.reduce((short, word) => (`${short} ${word}`.length <= 12 ? `${short} ${word}` : short), '').trim() || words[0]!.slice(0, 12)
}
