/**
 * Draws the pictures of the demo restaurants: npm run draw -- [label] [slug...]
 * Unchanged recipes are skipped; slugs named on the command line are always drawn. --check only reports what is missing.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { book, readJson, wanted } from './book.mjs'
import { Canvas } from './canvas.mjs'
import { illuminate, LIGHTS } from './light.mjs'
import { random, seedOf } from './random.mjs'
import { drawIcons } from './icons.mjs'
import { paperSvg } from './svg/draw-paper.mjs'

/** Increase it when the drawing code has changed so much that every picture should be drawn again. */
const CRAFT = 2
const MERCHANTS = join(dirname(fileURLToPath(import.meta.url)), '../merchants')

/** The shape and the widths of a picture, by the beginning of its name (slug). */
function format(slug) {
  if (slug.startsWith('hero-'))
    return { width: 16, height: 9, widths: [640, 1280, 1920], render: 1920, span: 1500 }
  if (slug === 'front') return { width: 16, height: 9, widths: [640, 1280], render: 1280 }
  if (slug.startsWith('menu-')) return { width: 4, height: 3, widths: [320, 640, 1280], render: 1440 }
  return { width: 4, height: 3, widths: [320, 640], render: 960 }
}

/** Draws one picture, as raw pixels. */
export function paint(pages, slug, width, shape) {
  const recipe = pages.recipe(slug),
    height = Math.round((width * shape.height) / shape.width)
  if (recipe.paper)
    return sharp(Buffer.from(paperSvg(recipe, random(seedOf(slug)), { width, height }, pages))).removeAlpha()
  const c = new Canvas(width, height, {
    ...pages.view(recipe),
    ...(shape.span && { span: shape.span }),
    ...recipe.view,
  })
  pages.composer(recipe.dish).draw(c, recipe, random(seedOf(slug)), pages)
  const light = LIGHTS[recipe.light ?? 'day']
  if (!light) throw new Error(`unknown light: ${recipe.light}`)
  return sharp(illuminate(c, light, seedOf(slug)), { raw: { width, height, channels: 3 } })
}

async function placeholder(picture) {
  for (const [width, quality] of [
    [20, 30],
    [16, 24],
    [12, 20],
  ]) {
    const data = await picture.clone().resize(width).blur(0.7).webp({ quality, effort: 6 }).toBuffer()
    const text = `data:image/webp;base64,${data.toString('base64')}`
    if (text.length < 300) return text
  }
  throw new Error('the placeholder does not fit 300 bytes')
}

async function save(picture, folder, slug, shape) {
  const full = picture.clone()
  for (const width of shape.widths) {
    // Slight sharpening after the reduction keeps crumbs and herbs sharp, and costs few bytes.
    const sized = sharp(
      await full
        .clone()
        .resize(width)
        .sharpen({ sigma: 0.6, m1: 0.4, m2: 1.2 })
        .png({ compressionLevel: 0 })
        .toBuffer(),
    )
    await sized
      .clone()
      .avif({ quality: width > 1000 ? 46 : 50, effort: 3 })
      .toFile(join(folder, `${slug}-${width}.avif`))
    await sized
      .clone()
      .webp({ quality: width > 1000 ? 68 : 72, effort: 4 })
      .toFile(join(folder, `${slug}-${width}.webp`))
  }
  const [r, g, b] = (await full.clone().stats()).channels.map((ch) => Math.round(ch.mean))
  const colour = `#${[r, g, b].map((v) => v.toString(16).padStart(2, '0')).join('')}`
  return {
    width: shape.width,
    height: shape.height,
    widths: shape.widths,
    colour,
    placeholder: await placeholder(full),
  }
}

/** A hash of a recipe and of every recipe that it contains: a change in any of them draws this picture again. */
function digest(pages, slug, seen = new Set()) {
  const recipe = pages.recipe(slug)
  seen.add(slug)
  const guests = (recipe.dishes ?? [])
    .map((d) => d.is)
    .filter((s) => !seen.has(s))
    .map((s) => digest(pages, s, seen))
  return createHash('sha256')
    .update(JSON.stringify([CRAFT, slug, recipe, guests]))
    .digest('hex')
    .slice(0, 16)
}

async function drawMerchant(label, only, { check = false } = {}) {
  const folder = join(MERCHANTS, label),
    out = join(folder, 'pictures'),
    indexFile = join(out, 'index.json')
  const recipes = readJson(join(folder, 'pictures.json')),
    pages = book(recipes)
  const missing = [...wanted(folder)].filter((slug) => !recipes[slug])
  if (missing.length)
    throw new Error(`merchants/${label}/pictures.json has no recipe for: ${missing.join(', ')}`)
  for (const slug of pages.slugs) if (!pages.recipe(slug).paper) pages.composer(pages.recipe(slug).dish)
  if (check) return
  mkdirSync(out, { recursive: true })
  const index = existsSync(indexFile) ? readJson(indexFile) : {}
  const fresh = {}
  let drawn = 0
  for (const slug of pages.slugs) {
    const shape = format(slug),
      hash = digest(pages, slug),
      old = index[slug]
    const there =
      old?.hash === hash &&
      shape.widths.every((w) => ['avif', 'webp'].every((f) => existsSync(join(out, `${slug}-${w}.${f}`))))
    if (only.length ? !only.includes(slug) : there) {
      if (old) fresh[slug] = old
      continue
    }
    try {
      const { data, info } = await paint(pages, slug, shape.render, shape)
        .raw()
        .toBuffer({ resolveWithObject: true })
      fresh[slug] = { ...(await save(sharp(data, { raw: info }), out, slug, shape)), hash }
    } catch (error) {
      throw new Error(`${label}/${slug}: ${error.message}`, { cause: error })
    }
    drawn += 1
    // Written as it goes, so that an interrupted run loses nothing.
    writeFileSync(indexFile, `${JSON.stringify({ ...index, ...fresh }, null, 1)}\n`)
  }
  const sorted = Object.fromEntries(Object.entries(fresh).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(indexFile, `${JSON.stringify(sorted, null, 1)}\n`)
  if (!only.length) await drawIcons(label, out)
  const files = readdirSync(out).length
  console.log(`${label}: ${drawn} drawn, ${pages.slugs.length - drawn} unchanged, ${files} files`)
}

const args = process.argv.slice(2),
  check = args.includes('--check'),
  [label, ...only] = args.filter((a) => !a.startsWith('--'))
const labels = label
  ? [label]
  : readdirSync(MERCHANTS).filter((name) => existsSync(join(MERCHANTS, name, 'pictures.json')))
for (const name of labels) await drawMerchant(name, only, { check })
