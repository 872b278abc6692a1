import { existsSync, readdirSync } from 'node:fs'
import type { Merchant } from '#server/merchants/merchant.ts'

/** A merchant's icon in the form of a web manifest. */
export type Icon = { src: string; sizes: string; type: string; purpose: 'any' | 'maskable' }

const drawn = /^(?:app-)?icon(-maskable)?-(\d{2,4})\.png$/

/** A merchant's icons: those in its pictures folder (`icon-192.png`, `icon-maskable-512.png`), else its `app_icon`. */
export function listIcons(merchant: Merchant, picturesFolder: string): Icon[] {
  const names = existsSync(picturesFolder) ? readdirSync(picturesFolder).sort() : []
  const icons = names.flatMap((name): Icon[] => {
    const match = drawn.exec(name)
    return match
      ? [
          {
            src: `/pictures/${name}`,
            sizes: `${match[2]}x${match[2]}`,
            type: 'image/png',
            purpose: match[1] ? 'maskable' : 'any',
          },
        ]
      : []
  })
  const appIcon = findAppIcon(merchant)
  if (icons.length > 0 || appIcon === undefined) return icons
  return [
    {
      src: appIcon,
      sizes: 'any',
      type: appIcon.includes('svg') ? 'image/svg+xml' : 'image/png',
      purpose: 'any',
    },
  ]
}

/** The configuration `app_icon`, if it is an address that a page may load. */
export function findAppIcon(merchant: Merchant): string | undefined {
  const value = merchant.configurations.find((one) => one.name === 'app_icon')?.value
  return typeof value === 'string' && /^(\/(?![/\\])[^\\\s]*|data:image\/[^\s]+)$/.test(value)
    ? value
    : undefined
}

/** A picture of the portal that installers show (Web App Manifest, `screenshots`). */
export type Screenshot = { src: string; sizes: string; type: string; form_factor: 'narrow' | 'wide' }

const taken = /^screenshot-(narrow|wide)(?:-\d+)?-(\d{3,4}x\d{3,4})\.(png|webp)$/

/** Screenshots of this merchant's own portal that somebody put into its pictures folder: `screenshot-narrow-1-1080x1920.png`. None are generated. */
export function listScreenshots(picturesFolder: string): Screenshot[] {
  const names = existsSync(picturesFolder) ? readdirSync(picturesFolder).sort() : []
  return names.flatMap((name): Screenshot[] => {
    const match = taken.exec(name)
    if (!match) return []
    return [
      {
        src: `/pictures/${name}`,
        sizes: match[2]!,
        type: `image/${match[3]}`,
        form_factor: match[1] === 'wide' ? 'wide' : 'narrow',
      },
    ]
  })
}
