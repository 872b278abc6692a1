import { expect, it } from 'vitest'
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
  // The kit draws by the same ones.
  expect(system.breakpoints.up('md')).toContain('48rem')
  expect(system.breakpoints.up('lg')).toContain('62rem')
})

it('a page is as wide as the host says: 1400 @BC-01', () => {
  expect(themeCss(bella as HostConfiguration)).toContain('--h-container:1400px')
})
