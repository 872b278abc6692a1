/**
 * The scales that all restaurants share, for both ways of styling: the kit's system (system.ts) and the static CSS (static-css.ts). What differs between
 * restaurants is a custom property of the merchant's (`--h-…`, contract/theme.ts).
 */

/** The 4 px grid. */
export const space = {
  1: '4px',
  2: '8px',
  3: '12px',
  4: '16px',
  5: '20px',
  6: '24px',
  8: '32px',
  10: '40px',
  12: '48px',
  16: '64px',
  20: '80px',
} as const

/**
 * Six font sizes; the largest grow with the screen. With large letters they stop at a part of its width: a word of a heading is not cut in two.
 */
export const fontSize = {
  small: '0.875rem',
  body: '1rem',
  lead: '1.1875rem',
  title: 'min(clamp(1.375rem, 1.2rem + 0.8vw, 1.75rem), 11vw)',
  head: 'min(clamp(1.875rem, 1.4rem + 2.2vw, 3rem), 14vw)',
  hero: 'min(clamp(2.5rem, 1.6rem + 4.6vw, 5rem), 16vw)',
} as const

/** The merchant's colors by their purpose. */
export const colour = {
  brand: 'var(--h-brand)',
  brandInk: 'var(--h-brand-ink)',
  accent: 'var(--h-accent)',
  surface: 'var(--h-surface)',
  raised: 'var(--h-raised)',
  sunken: 'var(--h-sunken)',
  ink: 'var(--h-ink)',
  muted: 'var(--h-muted)',
  line: 'var(--h-line)',
  danger: 'var(--h-danger)',
  success: 'var(--h-success)',
} as const

/** Fingers need 44 px (docs/design/look.md, Craft). */
export const touchTarget = '44px'

/** §9: mobile 320, tablet 768, computer 992, large 1920. */
export const breakpoint = { tablet: '768px', computer: '992px', large: '1920px' } as const
