import { colour, fontSize, space, touchTarget } from './tokens.ts'

/** A style as the compiler in static-css.ts understands it: camel-case properties, `&` selectors. */
export type Style = { [property: string]: string | number | Style }
export type Recipe = {
  className: string
  base: Style
  variants: Record<string, Record<string, Style>>
  defaultVariants: Record<string, string>
}

const focusRing: Style = { outline: `2px solid ${colour.ink}`, outlineOffset: '2px' }

/** Only for a mouse: after a tap the finger is gone, but `:hover` stays. */
const pointed = (style: Style): Style => ({
  '@media (hover: hover)': { '&:hover:not(:disabled, [aria-disabled=true])': style },
})

/** The button of every screen, in the merchant's own colors (specification §3: button and second button colors). */
export const buttonRecipe = {
  className: 'button',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space[2],
    minHeight: '48px',
    minWidth: touchTarget,
    paddingInline: space[6],
    paddingBlock: space[2],
    border: '1px solid transparent',
    borderRadius: 'var(--h-radius-s)',
    font: 'inherit',
    fontWeight: 650,
    fontSize: fontSize.body,
    lineHeight: 1.2,
    letterSpacing: '0.02em',
    textDecoration: 'none',
    textAlign: 'center',
    cursor: 'pointer',
    transition: 'background-color 120ms, border-color 120ms, color 120ms',
    '&:focus-visible': focusRing,
    '&:disabled, &[aria-disabled=true]': {
      cursor: 'not-allowed',
      background: colour.sunken,
      color: colour.muted,
      borderColor: colour.line,
    },
  },
  variants: {
    look: {
      solid: {
        background: 'var(--h-button)',
        color: 'var(--h-button-ink)',
        ...pointed({ background: 'var(--h-button-selected)' }),
      },
      second: {
        background: 'transparent',
        color: 'var(--h-second)',
        borderColor: 'currentColor',
        ...pointed({ background: 'var(--h-second)', color: 'var(--h-second-ink)' }),
      },
      quiet: {
        background: 'transparent',
        color: colour.ink,
        paddingInline: space[3],
        // Without a border its box is invisible: its text aligns with what is above and below, even at the start of a second line.
        marginInlineStart: `-${space[3]}`,
        '&:last-child': { marginInlineEnd: `-${space[3]}` },
        // With forced colors its border is visible, and two adjacent ones would touch.
        '@media (forced-colors: active)': { '&&': { marginInline: '0' } },
        textDecoration: 'underline',
        textUnderlineOffset: '4px',
        ...pointed({ background: colour.sunken }),
      },
    },
    width: { auto: {}, full: { width: '100%', '&&': { marginInline: '0' } } },
  },
  defaultVariants: { look: 'solid', width: 'auto' },
} satisfies Recipe

/** A text field, a select or a text area. */
export const inputRecipe = {
  className: 'input',
  base: {
    width: '100%',
    minHeight: '48px',
    paddingInline: space[3],
    border: `1px solid color-mix(in oklab, ${colour.ink} 45%, ${colour.surface})`,
    borderRadius: 'var(--h-radius-s)',
    background: colour.raised,
    color: colour.ink,
    font: 'inherit',
    // At least 16 px: phones zoom in on anything smaller.
    fontSize: fontSize.body,
    '&:focus-visible': { ...focusRing, outlineOffset: '0px' },
    '&[aria-invalid=true]': { borderColor: colour.danger, boxShadow: `inset 0 0 0 1px ${colour.danger}` },
    '&::placeholder': { color: colour.muted, opacity: 1 },
  },
  variants: {},
  defaultVariants: {},
} satisfies Recipe
