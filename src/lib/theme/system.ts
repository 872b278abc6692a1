import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react'
import { breakpoint, colour, fontSize, space } from './tokens.ts'

const asTokens = (values: Record<string | number, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))

/**
 * The kit's system: Chakra's base without its own theme, with the same scales and recipes that style the launch. The reset and the merchant's colors are
 * already on the page.
 */
export const system = createSystem(
  defaultBaseConfig,
  defineConfig({
    preflight: false,
    cssVarsPrefix: 'kit',
    theme: {
      breakpoints: { sm: '600px', md: breakpoint.tablet, lg: breakpoint.computer },
      tokens: {
        spacing: asTokens(space),
        fontSizes: asTokens(fontSize),
        fonts: asTokens({ display: 'var(--h-display)', text: 'var(--h-text)' }),
        radii: asTokens({ s: 'var(--h-radius-s)', m: 'var(--h-radius-m)' }),
        colors: asTokens(colour),
      },
    },
  }),
)
