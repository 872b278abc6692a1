/** App icons and emblems: one drawing a merchant, as SVG, in every size an installer asks for. No words in them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

/** One basil leaf: a blade in two tones with its midrib, from its foot upwards. */
const leaf = (x, y, turn, size) => `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">
  <path d="M0 0C-34-22-40-78 0-128C40-78 34-22 0 0Z" fill="url(#leaf)"/>
  <path d="M0 0C34-22 40-78 0-128C8-84 6-40 0 0Z" fill="#2f5a26" opacity=".55"/>
  <path d="M0 4C-1-40-1-80 0-112M0-34C-9-42-17-50-21-60M0-34C9-42 17-50 21-60M0-62C-8-70-14-77-17-86M0-62C8-70 14-77 17-86" fill="none" stroke="#cfe0a8" stroke-width="3" stroke-linecap="round" opacity=".75"/>
</g>`

/** A ripe tomato cut across, ringed, with a sprig of basil: the trattoria. */
const BELLA = {
  ground: '#f6ecdb',
  deep: '#a8301c',
  mark: `<defs>
    <radialGradient id="skin" cx=".36" cy=".3" r=".85"><stop offset="0" stop-color="#e2583a"/><stop offset=".55" stop-color="#c23a22"/><stop offset="1" stop-color="#8e2012"/></radialGradient>
    <linearGradient id="leaf" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#7fa84a"/><stop offset="1" stop-color="#3f7030"/></linearGradient>
  </defs>
  <circle cx="256" cy="256" r="196" fill="none" stroke="#a8301c" stroke-width="7"/>
  <circle cx="256" cy="256" r="180" fill="none" stroke="#a8301c" stroke-width="2"/>
  <path d="M256 196C318 170 384 206 384 282C384 356 326 404 256 404C186 404 128 356 128 282C128 206 194 170 256 196Z" fill="url(#skin)"/>
  <path d="M166 252C172 228 190 214 212 212" fill="none" stroke="#f6b49a" stroke-width="12" stroke-linecap="round" opacity=".8"/>
  <path d="M256 206C254 188 258 172 266 158" fill="none" stroke="#3f7030" stroke-width="9" stroke-linecap="round"/>
  ${leaf(256, 206, -68, 0.92)}${leaf(258, 206, 62, 0.98)}${leaf(258, 204, -6, 1.0)}`,
}

/** A flame whose heart is a pair of fours: the smokehouse. */
const SMOKE = {
  ground: '#151211',
  deep: '#e8641b',
  mark: `<defs>
    <linearGradient id="fire" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f6a53a"/><stop offset=".5" stop-color="#e8641b"/><stop offset="1" stop-color="#a82c0e"/></linearGradient>
  </defs>
  <path d="M262 54C276 112 238 142 214 182C204 168 202 152 206 136C160 176 126 232 126 300C126 384 184 446 256 446C328 446 386 384 386 304C386 248 360 206 334 176C332 200 324 216 308 228C312 160 300 96 262 54Z" fill="url(#fire)"/>
  <g fill="#151211" transform="translate(256 340) scale(.86) translate(-249 -335)"><path d="M232 268V402H206V372H152V348L204 268ZM206 304L180 350H206Z" fill-rule="evenodd"/><path d="M346 268V402H320V372H266V348L318 268ZM320 304L294 350H320Z" fill-rule="evenodd"/></g>`,
}

/** A glass from above with its straw, and three pearls at the bottom: the tea bar. */
const PEARL = {
  ground: '#e3f0ea',
  deep: '#1f7a64',
  mark: `<defs>
    <radialGradient id="tea" cx=".38" cy=".32" r=".85"><stop offset="0" stop-color="#fbeee6"/><stop offset=".6" stop-color="#eecbb8"/><stop offset="1" stop-color="#d9a58d"/></radialGradient>
    <radialGradient id="pearl" cx=".34" cy=".3" r=".8"><stop offset="0" stop-color="#7fc7b0"/><stop offset=".5" stop-color="#1f7a64"/><stop offset="1" stop-color="#0d4a3c"/></radialGradient>
    <linearGradient id="straw" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#e98aa4"/><stop offset="1" stop-color="#c2476a"/></linearGradient>
  </defs>
  <circle cx="256" cy="256" r="196" fill="#ffffff"/>
  <circle cx="256" cy="256" r="164" fill="url(#tea)"/>
  <g fill="url(#pearl)"><circle cx="202" cy="300" r="52"/><circle cx="306" cy="318" r="52"/><circle cx="266" cy="216" r="52"/></g>
  <rect x="318" y="64" width="52" height="176" rx="26" transform="rotate(28 344 152)" fill="url(#straw)"/>`,
}

/** A plate and a knife beside it, in two weights of line: the quiet table. */
const QUIET = {
  ground: '#ffffff',
  deep: '#1a1a1a',
  // The logo stands on light and on dark pages, without a ground of its own.
  line: '#78716a',
  mark: `<g fill="none" stroke="#1a1a1a" stroke-linecap="round"><circle cx="232" cy="256" r="148" stroke-width="9"/><circle cx="232" cy="256" r="98" stroke-width="3"/>
  <path d="M426 112V400" stroke-width="9"/><path d="M426 112C448 140 452 200 444 262H426" stroke-width="5"/></g>`,
}

const MARKS = { bella: BELLA, smoke: SMOKE, pearl: PEARL, quiet: QUIET }

const svg = ({ ground, deep, line = deep, mark: drawn }, { corner = 0, scale = 1, plain = false } = {}) => {
  const mark = plain ? drawn.replaceAll(deep, line) : drawn
  const inner =
    scale === 1 ? mark : `<g transform="translate(256 256) scale(${scale}) translate(-256 -256)">${mark}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${plain ? '' : `<rect width="512" height="512" rx="${corner}" fill="${ground}"/>`}${inner}</svg>`
}

export async function drawIcons(label, out) {
  const mark = MARKS[label]
  if (!mark) return
  writeFileSync(join(out, 'logo.svg'), `${svg(mark, { plain: true })}\n`)
  const png = (name, size, options) =>
    sharp(Buffer.from(svg(mark, options)), { density: 144 })
      .resize(size)
      .png({ compressionLevel: 9, palette: true, quality: 92 })
      .toFile(join(out, name))
  await png('icon-192.png', 192, { corner: 96, scale: 0.98 })
  await png('icon-512.png', 512, { corner: 96, scale: 0.98 })
  // A maskable icon may lose everything outside the middle 80 percent, and Apple cuts its own corners.
  await png('icon-maskable-512.png', 512, { scale: 0.76 })
  await png('apple-touch-icon-180.png', 180, { scale: 0.88 })
}
