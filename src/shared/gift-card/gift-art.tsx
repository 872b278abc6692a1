import { t } from '#contract/language.ts'
import type { ReactNode } from 'react'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import styles from './gift-face.module.css'

type Piece = { x: number; y: number; turn: number; size: number }

/** The positions of the pieces, in 320 by 200: on the right, because a long name ends at 187 (gift-face.module.css). The same on every card and device. */
const scattered: readonly Piece[] = [
  [206, 22, 14, 1],
  [236, 40, 70, 0.8],
  [266, 18, 140, 1.1],
  [296, 44, 30, 0.9],
  [284, 76, 95, 1.2],
  [252, 68, 10, 0.7],
  [222, 66, 160, 1],
  [203, 49, 45, 0.7],
  [230, 84, 120, 0.7],
  [212, 96, 80, 0.8],
  [240, 100, 25, 1.1],
  [270, 106, 65, 0.8],
  [304, 104, 150, 1],
  [308, 12, 20, 0.7],
  [314, 74, 60, 0.6],
  [268, 46, 100, 0.6],
  [238, 14, 130, 0.5],
].map(([x = 0, y = 0, turn = 0, size = 0]) => ({ x, y, turn, size }))

const confetti = [
  'M-7 -3h14v6h-14z',
  'M0 -5a5 5 0 1 0 .01 0z',
  'M-8 2c4 -8 8 6 16 -4',
  'M0 -6l6 10h-12z',
] as const
const heart = 'M0 7C-12 -2 -8 -10 -3 -9C-1 -9 0 -7 0 -6C0 -7 1 -9 3 -9C8 -10 12 -2 0 7Z'
const star = 'M0 -9L2.4 -2.8L9 -2.6L3.8 1.4L5.6 8L0 4.2L-5.6 8L-3.8 1.4L-9 -2.6L-2.4 -2.8Z'

const scatter = (shapes: readonly string[]): ReactNode =>
  scattered.map(({ x, y, turn, size }, at) => (
    <path
      key={at}
      d={shapes[at % shapes.length]}
      transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`}
      opacity={at % 3 === 0 ? 0.95 : at % 3 === 1 ? 0.7 : 0.5}
    />
  ))

const rays = (): ReactNode =>
  Array.from({ length: 16 }, (_, at) => {
    const [from, to] = [(at * Math.PI) / 16, ((at + 0.5) * Math.PI) / 16]
    const point = (angle: number): string =>
      `${Math.round(272 - 420 * Math.cos(angle))} ${Math.round(-24 + 420 * Math.sin(angle))}`
    return <path key={at} d={`M272 -24L${point(from)}L${point(to)}Z`} opacity="0.13" />
  })

const arcs = (): ReactNode =>
  [40, 58, 76, 94, 112, 130].map((radius, at) => (
    <circle
      key={radius}
      cx="292"
      cy="22"
      r={radius}
      fill="none"
      strokeWidth={at % 2 === 0 ? 5 : 1.5}
      opacity={0.75 - at * 0.1}
    />
  ))

/** Rising pearls: large at the edge, small towards the text. */
const dots = (): ReactNode =>
  Array.from({ length: 42 }, (_, at) => {
    const [column, row] = [at % 7, Math.floor(at / 7)]
    const size = 11 - column * 1.3 - row * 0.7
    return size < 1 ? null : (
      <circle
        key={at}
        cx={302 - column * 25 - (row % 2) * 12}
        cy={16 + row * 22}
        r={size}
        opacity={0.85 - column * 0.09}
      />
    )
  })

const stripes = (): ReactNode =>
  Array.from({ length: 9 }, (_, at) => (
    <path
      key={at}
      d={`M${196 + at * 22} -10L${116 + at * 22} 130`}
      strokeWidth={at % 2 === 0 ? 9 : 2}
      opacity={0.25 + at * 0.06}
    />
  ))

/** A sprig: leaves in pairs along a bent stem. */
const leaves = (): ReactNode => (
  <>
    <path d="M318 128C276 116 226 82 196 16" fill="none" strokeWidth="2" opacity="0.8" />
    {[0, 1, 2, 3, 4, 5, 6].map((at) => {
      const [x, y] = [204 + at * 17, 30 + at * 15 - at * at * 0.25]
      return (
        <g key={at} transform={`translate(${x} ${y}) rotate(${50 - at * 5})`} opacity={0.92 - at * 0.06}>
          <path d="M0 0C8 -20 26 -22 34 -14C28 -2 12 2 0 0Z" />
          <path d="M0 0C4 18 20 26 32 20C28 6 12 -2 0 0Z" opacity="0.7" />
        </g>
      )
    })}
  </>
)

const flame =
  'M0 40C-26 34 -30 6 -12 -14C-10 -4 -4 0 0 -4C-6 -24 4 -40 14 -48C12 -26 34 -14 30 12C28 30 16 40 0 40Z'
const flames = (): ReactNode =>
  [
    [286, 74, 1.5, 0.95],
    [232, 88, 1, 0.6],
    [192, 100, 0.62, 0.4],
    [318, 104, 0.9, 0.5],
  ].map(([x, y, size, opacity]) => (
    <path key={x} d={flame} transform={`translate(${x} ${y}) scale(${size})`} opacity={opacity} />
  ))

const frame = (): ReactNode => (
  <g fill="none">
    <rect x="9" y="9" width="302" height="182" strokeWidth="1.5" opacity="0.9" />
    <rect x="13" y="13" width="294" height="174" strokeWidth="0.6" opacity="0.7" />
    <path d="M160 80l18 18l-18 18l-18 -18zM160 88l10 10l-10 10l-10 -10z" strokeWidth="1" opacity="0.9" />
    <path d="M70 98h62M188 98h62" strokeWidth="0.8" opacity="0.8" />
  </g>
)

/** The part of the frame pattern that fits a part of the card. */
const ornament = (): ReactNode => (
  <path
    d="M262 38l36 36l-36 36l-36 -36zM262 54l20 20l-20 20l-20 -20z"
    fill="none"
    strokeWidth="1.5"
    opacity="0.9"
  />
)

/** A sheet of checked paper, as under a tray, from the corner: the text below and beside it stays clear. */
const gingham = (): ReactNode => (
  <g transform="rotate(14 330 -20)">
    {Array.from({ length: 8 }, (_, at) => (
      <rect key={`x${at}`} x={230 + at * 20} y="-60" width="10" height="158" opacity="0.42" />
    ))}
    {Array.from({ length: 8 }, (_, at) => (
      <rect key={`y${at}`} x="220" y={-62 + at * 20} width="170" height="10" opacity="0.42" />
    ))}
    <path d="M220 -62V98H390" fill="none" strokeWidth="2.5" opacity="0.9" />
  </g>
)

/** The paper lace under a cake, from the corner. */
const scallops = (): ReactNode => (
  <>
    {[
      { radius: 88, size: 11, opacity: 0.34 },
      { radius: 73, size: 8, opacity: 0.6 },
    ].map(({ radius, size, opacity }, row) =>
      Array.from({ length: 24 }, (_, at) => {
        const angle = ((at + row / 2) * Math.PI) / 12
        const [x, y] = [300 + radius * Math.cos(angle), 34 + radius * Math.sin(angle)].map(Math.round)
        return <circle key={`${row}-${at}`} cx={x} cy={y} r={size} opacity={opacity} />
      }),
    )}
    <circle cx="300" cy="34" r="69" opacity="0.9" />
    <circle cx="300" cy="34" r="57" fill="none" stroke="#fff" strokeWidth="1.5" opacity="0.45" />
  </>
)

/** A gleam across the card: enough to look like an object and not a box. */
const plain = (): ReactNode => <circle cx="300" cy="-10" r="180" opacity="0.12" />

const drawings: Readonly<Record<string, () => ReactNode>> = {
  plain,
  frame,
  rays,
  arcs,
  dots,
  stripes,
  leaves,
  flames,
  gingham,
  scallops,
  confetti: () => scatter(confetti),
  hearts: () => scatter([heart]),
  stars: () => scatter([star]),
}

type GiftArtProps = {
  design: GiftDesign
  /** Whether it has a text alternative. */
  named?: boolean
  /** For a container that is lower or higher than a card: the drawing is complete and at the end, and text comes before it. */
  atEnd?: boolean
  /** The design of its kind, where the card has another: its colors are along the edge, so that the kind can be recognized. */
  edge?: GiftDesign | undefined
}

/** The look of a gift card: its ground and pattern, or the restaurant's picture, and the edge of its kind. Text is on top of it (gift-face.tsx). */
export function GiftArt({ design, named = false, atEnd = false, edge }: GiftArtProps) {
  const { image, alt, name, pattern, ground, motif } = design
  const label = alt ?? t`${name} design`
  const isPicture = image !== undefined
  return (
    <>
      {/* Also under a picture: shown until it has loaded, and if it fails to. */}
      <svg
        className={styles.art}
        viewBox="0 0 320 200"
        preserveAspectRatio={atEnd ? 'xMaxYMin meet' : 'xMidYMid slice'}
        focusable="false"
        {...(named && !isPicture ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      >
        {/* Wider or higher than the card: in a wide container the drawing is at its end, in a high one (a narrow window, large text) at its top. */}
        <rect x="-2000" width="2320" height="2000" fill={isPicture ? '#2a2421' : ground} />
        {!isPicture && (
          <g fill={motif} stroke={motif} strokeWidth="0">
            {atEnd && pattern === 'frame' ? ornament() : (drawings[pattern] ?? plain)()}
          </g>
        )}
        <rect className={styles.sheen} x="-2000" width="2320" height="2000" />
      </svg>
      {isPicture && <img className={styles.art} src={image} alt={named ? label : ''} decoding="async" />}
      {edge && (
        <svg
          className={styles.edge}
          viewBox="0 0 10 1"
          preserveAspectRatio="none"
          aria-hidden
          focusable="false"
        >
          <rect width="7" height="1" fill={edge.ground} />
          <rect x="7" width="3" height="1" fill={edge.motif} />
        </svg>
      )}
    </>
  )
}
