import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findAppIcon, listIcons, listScreenshots } from '#server/portal/icons.ts'
import { webManifest } from '#server/portal/manifest.ts'
import type { Merchant } from '#server/merchants/merchant.ts'

const colours = { surface: '#ffffff' }

type Given = { settings?: object; configurations?: { name: string; value: unknown }[] }

/** The parts of a merchant that a manifest needs. */
const merchantWith = ({ settings = {}, configurations = [] }: Given): Merchant =>
  ({
    host: { theme: { scheme: 'light', colours: { light: colours, dark: { surface: '#101010' } } } },
    location: {
      name: 'Trattoria Bella Napoli',
      settings: { consumer_application_settings: {}, ...settings },
    },
    configurations,
  }) as unknown as Merchant

type Manifest = {
  short_name: string
  description?: string
  shortcuts?: { url: string; icons: { src: string }[] }[]
  screenshots?: unknown[]
}
const manifestOf = (
  given: Given,
  ...rest: [Parameters<typeof webManifest>[1]?, Parameters<typeof webManifest>[2]?]
): Manifest => JSON.parse(webManifest(merchantWith(given), rest[0] ?? [], rest[1])) as Manifest

describe('the manifest of a restaurant’s installed portal', () => {
  it('has the restaurant’s own texts, and a short name of whole words for the home screen @OV-10', () => {
    const seo = {
      name: 'seo',
      value: [{ path: '/home', title: 'Bella', description: 'Pizza from a stone oven.' }],
    }
    expect(manifestOf({ configurations: [seo] })).toMatchObject({
      name: 'Trattoria Bella Napoli',
      short_name: 'Trattoria',
      description: 'Pizza from a stone oven.',
      lang: 'en',
      display: 'standalone',
      categories: ['food', 'shopping'],
    })
    expect(manifestOf({})).not.toHaveProperty('description')
  })

  it.each([
    [{}, undefined],
    [{ meals: { online_orders: { enable: true } } }, ['/order']],
    [{ meals: { ticket_history: { enable: true } } }, ['/tickethistory']],
    [{ my_gifts: { enable: true } }, ['/mycards/counter', '/mycards']],
    [
      {
        meals: { online_orders: { enable: true }, ticket_history: { enable: true } },
        my_gifts: { enable: true },
      },
      ['/order', '/mycards/counter', '/mycards', '/tickethistory'],
    ],
  ])('the icon’s shortcuts lead to the restaurant’s features, and nothing else: %j', (settings, urls) => {
    expect(manifestOf({ settings }).shortcuts?.map(({ url }) => url)).toEqual(urls)
  })

  it('shows pictures that were drawn or taken, by their names, and makes none up', () => {
    const folder = mkdtempSync(join(tmpdir(), 'larder-pictures-'))
    for (const name of [
      'icon-192.png',
      'icon-maskable-512.png',
      'screenshot-wide-1920x1080.webp',
      'screenshot-narrow-1-1080x1920.png',
      'hero-1-640.webp',
    ])
      writeFileSync(join(folder, name), '')
    const merchant = merchantWith({})
    const screenshots = listScreenshots(folder)
    expect(screenshots).toEqual([
      {
        src: '/pictures/screenshot-narrow-1-1080x1920.png',
        sizes: '1080x1920',
        type: 'image/png',
        form_factor: 'narrow',
      },
      {
        src: '/pictures/screenshot-wide-1920x1080.webp',
        sizes: '1920x1080',
        type: 'image/webp',
        form_factor: 'wide',
      },
    ])
    const icons = listIcons(merchant, folder)
    expect(icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual([
      'any 192x192',
      'maskable 512x512',
    ])
    const manifest = manifestOf({ settings: { my_gifts: { enable: true } } }, icons, screenshots)
    expect(manifest.screenshots).toEqual(screenshots)
    expect(manifest.shortcuts?.[0]?.icons.map(({ src }) => src)).toEqual(['/pictures/icon-192.png'])
    expect(manifestOf({})).not.toHaveProperty('screenshots')
    expect(listScreenshots(join(folder, 'not-there'))).toEqual([])
  })

  it.each([
    ['/pictures/logo.svg', true],
    ['data:image/png;base64,AAAA', true],
    ['//evil.example/x.png', false],
    ['/\\evil.example/x.png', false],
    ['https://evil.example/x.png', false],
    ['javascript:ran()', false],
    ['data:text/html,x', false],
    ['/a b', false],
    [7, false],
  ])('accepts the app icon %j: %s (X2)', (value, taken) => {
    expect(findAppIcon(merchantWith({ configurations: [{ name: 'app_icon', value }] }))).toBe(
      taken ? value : undefined,
    )
  })
})
