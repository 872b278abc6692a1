import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { outlineOf } from '#contract/menu-outline.ts'
import type { FirstScreen as FirstScreenData } from '#contract/schemas/first-screen.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { FirstScreen } from './page.ts'

/** The configurations that the first screen needs; the long texts of other pages come with the API's answer. */
const firstConfigurations = new Set(['seo', 'app_icon', 'location_background_url'])

/** What the first screen shows, so that it needs no second answer. Only what is every visitor's. */
export function firstDataOf(merchant: Merchant): FirstScreenData {
  const menus = outlineOf({ menus: merchant.listMenus('browse') })
  const orderMenus = outlineOf({ menus: merchant.listMenus('order') })
  return {
    location: {
      location: merchant.location,
      configurations: merchant.configurations.filter((one) => firstConfigurations.has(one.name)),
      announcements: merchant.announcements,
    },
    menus,
    ...(JSON.stringify(menus) !== JSON.stringify(orderMenus) && { order_menus: orderMenus }),
  }
}

/** The paths whose first screen is made ahead: those that need no more than the first data, and on which a launch begins. */
export const preparedPaths = ['/', '/home', '/menus', '/order'] as const

type Rendering = { renderFirstScreen(facts: unknown, first: FirstScreenData, path: string): Promise<string> }

/**
 * Makes the first screens of every merchant, once, with the portal's own components: a build of them that the server loads from `moduleFile`.
 * Where that build is not there (development), pages come without and the browser makes the first screen itself.
 */
export async function makeFirstScreens(moduleFile: string, merchants: readonly Merchant[]): Promise<FirstScreen | undefined> {
  if (!existsSync(moduleFile)) return undefined
  const { renderFirstScreen } = (await import(/* @vite-ignore */ pathToFileURL(moduleFile).href)) as Rendering
  const screens = new Map<string, string>()
  for (const merchant of merchants) {
    const first = firstDataOf(merchant)
    // Markup depends on neither the version nor the card provider.
    const facts = { label: merchant.label, host: merchant.host, payments: { provider: 'sandbox', publishableKey: '' }, version: '' }
    for (const path of preparedPaths) screens.set(`${merchant.label}${path}`, await renderFirstScreen(facts, first, path))
  }
  return (merchant, path) => screens.get(`${merchant.label}${path}`) ?? ''
}
