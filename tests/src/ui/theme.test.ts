import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contrast } from '#contract/contrast.ts'
import { themeCss } from '#contract/theme.ts'
import type { HostConfiguration } from '#contract/schemas/location.ts'
import { breakpoint } from '#lib/theme/tokens.ts'
import { system } from '#lib/theme/system.ts'
import bella from '../../../merchants/bella/host.json' with { type: 'json' }
import manifest from '../../../package.json' with { type: 'json' }

it('the build is version 0.1.414 @BC-01', () => {
  expect(manifest.version).toBe('0.1.414')
})

it('breakpoints are the specification’s: mobile from 320 up, tablet 768, computer 992, large 1920 @BC-01 @RT-38', () => {
  expect(breakpoint).toEqual({ tablet: '768px', computer: '992px', large: '1920px' })
  // The kit uses the same breakpoints.
  expect(system.breakpoints.up('md')).toContain('48rem')
  expect(system.breakpoints.up('lg')).toContain('62rem')
})

it('a page is as wide as the host says: 1400 @BC-01', () => {
  expect(themeCss(bella as HostConfiguration)).toContain('--h-container:1400px')
})

describe('the colours that a host names', () => {
  const host = bella as HostConfiguration
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(css|ts|tsx)$/.test(file))
    .map((file) => readFileSync(join('src', file), 'utf8'))
    .join('\n')
  const valuesOf = (css: string): Map<string, string> =>
    new Map([...css.matchAll(/(--h-[\w-]+):([^;}]+)/g)].map(([, name, value]) => [name!, value!]))

  it('are those of its buttons, menus and labels @OV-08 @EN-02', () => {
    const light = valuesOf(themeCss(host).split('@media')[0]!)
    expect(Object.fromEntries(light)).toMatchObject({
      '--h-button': host.buttons.backgroundColor,
      '--h-button-ink': host.buttons.color,
      '--h-button-selected': host.buttons.selected,
      '--h-menu': host.buttons.menuBackground,
      '--h-menu-ink': host.buttons.menucolor,
      '--h-second': host.second_button.backgroundColor,
      '--h-second-ink': host.second_button.color,
      '--h-label': host.label.color,
      '--h-progress-from': host.progress_bar.from,
      '--h-progress-to': host.progress_bar.to,
    })
  })

  it('are each used: no setting is without an effect @OV-08 @EN-02', () => {
    const unread = [...valuesOf(themeCss(host)).keys()].filter((name) => !sources.includes(`var(${name}`))
    expect(unread).toEqual([])
  })

  it('can be read where they stand on the page, also those that could not', () => {
    const pale = {
      ...host,
      label: { color: '#f4ead6' },
      second_button: { backgroundColor: '#f4ead6', color: '#2a1d16' },
    }
    for (const css of themeCss(pale).split('@media')) {
      const values = valuesOf(css)
      for (const name of ['--h-label', '--h-second'])
        for (const ground of ['--h-surface', '--h-raised', '--h-sunken'])
          expect(
            contrast(values.get(name)!, values.get(ground)!),
            `${name} on ${ground}`,
          ).toBeGreaterThanOrEqual(4.5)
      expect(contrast(values.get('--h-second-ink')!, values.get('--h-second')!)).toBeGreaterThanOrEqual(4.5)
    }
  })
})
