import { encode } from 'uqr'

/** A text as a QR code: dark on light in every theme, with the quiet zone of four modules that scanners need (ISO/IEC 18004). */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
