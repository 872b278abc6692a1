import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { Failure } from '../progress.mjs'

/** Increase it when sizes or qualities change, so that every photograph is processed again. */
const craft = 1
const kinds = ['.jpg', '.jpeg', '.png', '.webp', '.avif', '.tif', '.tiff']
/** Files that a computer adds to a folder by itself, including those that start with a dot (`.DS_Store`). */
const systemFiles = /^\.|^(eh)?thumbs\.db$|^desktop\.ini$/i
const slugs = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The shape and sizes for a name: page headers are wide, menus large, dishes as they appear in lists and on their page. */
function shapeOf(slug) {
  if (slug.startsWith('hero-')) return { width: 16, height: 9, widths: [640, 1280, 1920] }
  if (slug.startsWith('menu-')) return { width: 4, height: 3, widths: [320, 640, 1280] }
  return { width: 4, height: 3, widths: [320, 640] }
}

/**
 * Converts every photograph in a merchant's `photos/` to AVIF and WebP at each width into `pictures/`, and adds them to `pictures/index.json`. An unchanged
 * photograph is skipped; one that cannot be used is reported, and the others are still converted.
 * @param {string} folder the merchant's folder
 * @returns {Promise<{ made: number, unchanged: number, problems: string[] }>}
 */
export async function resizePhotos(folder) {
  const sharp = await loadSharp()
  const out = join(folder, 'pictures'),
    indexFile = join(out, 'index.json')
  mkdirSync(out, { recursive: true })
  const index = readIndex(indexFile)
  const problems = []
  const fileOf = new Map()
  let made = 0,
    unchanged = 0
  for (const file of readdirSync(join(folder, 'photos')).sort()) {
    const { name: slug, ext } = parse(file)
    if (systemFiles.test(file)) continue
    if (statSync(join(folder, 'photos', file)).isDirectory()) {
      problems.push(`photos/${file}: is a folder: move its photographs into photos/ itself`)
      continue
    }
    if (!kinds.includes(ext.toLowerCase())) {
      problems.push(`photos/${file}: cannot be read here: save it as JPEG (.jpg)`)
      continue
    }
    if (!slugs.test(slug)) {
      problems.push(
        `photos/${file}: the name is the picture’s id: use lower-case words with hyphens, as in fish-tacos${ext.toLowerCase()}`,
      )
      continue
    }
    if (fileOf.has(slug)) {
      problems.push(`photos/${file}: is called as photos/${fileOf.get(slug)} is: rename one of the two`)
      continue
    }
    fileOf.set(slug, file)
    const bytes = readFileSync(join(folder, 'photos', file)),
      shape = shapeOf(slug)
    const hash = createHash('sha256').update(`${craft}`).update(bytes).digest('hex').slice(0, 16)
    if (
      index[slug]?.hash === hash &&
      index[slug].widths.every((width) => existsSync(join(out, `${slug}-${width}.avif`)))
    ) {
      unchanged += 1
      continue
    }
    try {
      index[slug] = { ...(await makeSizes(sharp, bytes, out, slug, shape)), hash }
      made += 1
    } catch (error) {
      // The package's own message is about the inside of the file.
      const why =
        error instanceof UnusableError
          ? error.message
          : 'is damaged, or no picture at all: open it in an image editor and save it anew as JPEG (.jpg), or take it out'
      problems.push(`photos/${file}: ${why}`)
    }
  }
  const sorted = Object.fromEntries(Object.entries(index).sort(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(indexFile, `${JSON.stringify(sorted, null, 1)}\n`)
  return { made, unchanged, problems }
}

function readIndex(file) {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Failure(
      `${file} is not JSON (${error.message}). Put it back as it was, or remove it: every photograph is then made anew.`,
    )
  }
}

class UnusableError extends Error {}

/** As sharp's own limit: each pixel takes memory, however small the file is. */
const maximumPixels = 0x3fff * 0x3fff

/** Throws UnusableError for a file without content, and for a picture that is too large to process. */
async function checkSize(sharp, bytes) {
  if (bytes.length === 0) throw new UnusableError('is empty: copy the photograph here again, or take it out')
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > maximumPixels)
    throw new UnusableError(
      `is too large (${width} × ${height} pixels): save it anew with at most 10000 pixels to a side`,
    )
}

async function makeSizes(sharp, bytes, out, slug, shape) {
  await checkSize(sharp, bytes)
  // A phone records how it was held in the file's metadata, not in the pixels.
  const upright = sharp(await sharp(bytes).autoOrient().toBuffer())
  const { width, height } = await upright.metadata()
  const whole = Math.min(width, Math.floor((height * shape.width) / shape.height))
  if (whole < shape.widths[0])
    throw new UnusableError(
      `is too small (${width} × ${height}): it needs at least ${shape.widths[0]} pixels across`,
    )
  // Never larger than the original: upscaled pixels cost bytes and show nothing.
  const widths = shape.widths.filter((one) => one <= whole)
  const cut = (one) =>
    upright
      .clone()
      .resize(one, Math.round((one * shape.height) / shape.width), { fit: 'cover', position: 'attention' })
  for (const one of widths) {
    const large = one > 1000
    await cut(one)
      .avif({ quality: large ? 46 : 50, effort: 4 })
      .toFile(join(out, `${slug}-${one}.avif`))
    await cut(one)
      .webp({ quality: large ? 68 : 72, effort: 4 })
      .toFile(join(out, `${slug}-${one}.webp`))
  }
  const colour = (await cut(widths[0]).removeAlpha().toColourspace('srgb').stats()).channels
    .slice(0, 3)
    .map((channel) => Math.round(channel.mean).toString(16).padStart(2, '0'))
    .join('')
  const tiny = await cut(16).blur(0.7).webp({ quality: 24, effort: 6 }).toBuffer()
  return {
    width: shape.width,
    height: shape.height,
    widths,
    colour: `#${colour}`,
    placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
  }
}

async function loadSharp() {
  try {
    return (await import('sharp')).default
  } catch (error) {
    throw new Failure(
      'Photographs are made by the package sharp, which is not installed here. Install it with: npm install',
      String(error),
    )
  }
}
