import { existsSync, readdirSync } from 'node:fs'
import type { Merchant } from '#server/merchants/merchant.ts'

/** An icon of a merchant as a web manifest names it. */
export type Icon = { src: string; sizes: string; type: string; purpose: 'any' | 'maskable' }

const drawn = /^(?:app-)?icon(-maskable)?-(\d{2,4})\.png$/

/** A merchant's icons: what was drawn into its pictures folder (`icon-192.png`, `icon-maskable-512.png`), else its `app_icon`. */
export function listIcons(merchant: Merchant, picturesFolder: string): Icon[] {
  const names = existsSync(picturesFolder) ? readdirSync(picturesFolder).sort() : []
  const icons = names.flatMap((name): Icon[] => {
    const match = drawn.exec(name)
    return match ? [{ src: `/pictures/${name}`, sizes: `${match[2]}x${match[2]}`, type: 'image/png', purpose: match[1] ? 'maskable' : 'any' }] : []
  })
  const appIcon = findAppIcon(merchant)
  if (icons.length > 0 || appIcon === undefined) return icons
  return [{ src: appIcon, sizes: 'any', type: appIcon.includes('svg') ? 'image/svg+xml' : 'image/png', purpose: 'any' }]
}

/** The configuration `app_icon`, where it is an address that a page may load. */
export function findAppIcon(merchant: Merchant): string | undefined {
  const value = merchant.configurations.find((one) => one.name === 'app_icon')?.value
  return typeof value === 'string' && /^(\/|data:image\/)/.test(value) ? value : undefined
}
