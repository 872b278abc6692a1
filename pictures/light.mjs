/**
 * Lights the height field of canvas.mjs from the upper left: the sun with soft shadows, the sky with darker hollows (ambient occlusion), colored light from what is
 * around, and the reflection of a window on whatever is glossy.
 */
import { random } from './random.mjs'
import { clamp, smooth } from './colour.mjs'

/** `day`: a large window at noon (the trattoria). `lamp`: one hard lamp (the smokehouse). */
export const LIGHTS = {
  day: {
    from: [-0.55, -0.58, 0.64],
    sun: [1.2, 1.13, 1.02],
    sky: [0.31, 0.34, 0.39],
    bounce: 0.2,
    edge: 0.34,
    window: 1.0,
    vignette: 0.16,
    exposure: 0.9,
    black: 0.0,
  },
  lamp: {
    from: [-0.62, -0.58, 0.56],
    sun: [1.5, 1.33, 1.12],
    sky: [0.16, 0.175, 0.21],
    bounce: 0.24,
    edge: 0.16,
    window: 1.15,
    vignette: 0.36,
    exposure: 1.1,
    black: 0.004,
  },
}

/** Three box blurs, close to a Gaussian, on a plane of floats. */
export function blur(src, width, height, radius) {
  const r = Math.max(1, Math.round(radius))
  const a = Float32Array.from(src),
    b = new Float32Array(src.length)
  for (let pass = 0; pass < 2; pass++) {
    for (let y = 0; y < height; y++) {
      const row = y * width
      let sum = 0
      for (let x = -r; x <= r; x++) sum += a[row + clamp(x, 0, width - 1)]
      for (let x = 0; x < width; x++) {
        b[row + x] = sum / (2 * r + 1)
        sum += a[row + Math.min(width - 1, x + r + 1)] - a[row + Math.max(0, x - r)]
      }
    }
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let y = -r; y <= r; y++) sum += b[clamp(y, 0, height - 1) * width + x]
      for (let y = 0; y < height; y++) {
        a[y * width + x] = sum / (2 * r + 1)
        sum += b[Math.min(height - 1, y + r + 1) * width + x] - b[Math.max(0, y - r) * width + x]
      }
    }
  }
  return a
}

/** How much of the sun reaches each pixel, 0 to 1: goes towards it in growing steps, and looks for anything higher. */
function sunlight(c, light) {
  const { width, height, h, px } = c
  const [lx, ly, lz] = light.from
  const flat = Math.hypot(lx, ly),
    dx = lx / flat,
    dy = ly / flat,
    rise = lz / flat
  const out = new Float32Array(h.length)
  const steps = []
  for (let t = 1.2, s = 1.2; t * px < 150 && steps.length < 34; t += s, s *= 1.13) steps.push(t)
  const rng = random(77)
  const jitter = Float32Array.from({ length: 4096 }, () => rng.in(0.8, 1.2))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const k = y * width + x,
        base = h[k],
        j = jitter[(x * 37 + y * 101 + ((x * y) >> 3)) & 4095]
      let worst = 0
      for (let i = 0; i < steps.length; i++) {
        const t = steps[i] * j
        const sx = (x + dx * t) | 0,
          sy = (y + dy * t) | 0
        if (sx < 0 || sy < 0 || sx >= width || sy >= height) break
        const d = t * px
        const block = (h[sy * width + sx] - base - d * rise) / (0.7 + d * light.edge)
        if (block > worst) {
          worst = block
          if (worst > 1) break
        }
      }
      out[k] = 1 - smooth(0, 1, worst)
    }
  }
  return blur(out, width, height, Math.max(1, 1.1 * c.scale))
}

/** How much of the sky each pixel sees, 0 to 1, by its height relative to its surroundings at three sizes. */
function openness(c) {
  const { width, height, h, scale } = c
  const out = new Float32Array(h.length).fill(1)
  for (const [radius, strength] of [
    [3.5, 0.34],
    [11, 0.5],
    [34, 0.62],
  ]) {
    const wide = blur(h, width, height, radius * scale)
    for (let k = 0; k < out.length; k++) {
      const pit = (wide[k] - h[k]) / radius
      if (pit > 0) out[k] *= 1 / (1 + pit * strength * 4)
    }
  }
  return out
}

/** The tone curve: bright values are compressed instead of clipped, so that bright colors keep their hue. */
const film = (v) => {
  const s = v * (0.8 + 0.32 * Math.min(1, v * 2.4)) // A little darker in the shadows, for depth.
  return s < 0.6 ? s : 0.6 + 0.4 * (1 - Math.exp(-(s - 0.6) / 0.4))
}
const GAMMA = Uint8Array.from({ length: 4097 }, (_, i) => {
  const v = i / 4096
  return Math.round(255 * (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055))
})

/**
 * @param {import('./canvas.mjs').Canvas} c
 * @returns {Buffer} raw RGB, one byte a channel
 */
export function illuminate(c, light, seed = 1) {
  const { width, height, h, r, g, b, gloss, soft, lit, px } = c
  const sun = sunlight(c, light),
    open = openness(c)
  const spread = 16 * c.scale
  const br = blur(r, width, height, spread),
    bg = blur(g, width, height, spread),
    bb = blur(b, width, height, spread)
  const norm = Math.hypot(...light.from)
  const [lx, ly, lz] = light.from.map((v) => v / norm)
  const rng = random(seed)
  const grain = Float32Array.from({ length: 65536 }, () => rng.bell())
  const out = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const k = y * width + x
      const left = x ? k - 1 : k,
        right = x < width - 1 ? k + 1 : k
      const up = y ? k - width : k,
        down = y < height - 1 ? k + width : k
      let gx = (h[right] - h[left]) / (2 * px),
        gy = (h[down] - h[up]) / (2 * px)
      const steep = Math.hypot(gx, gy)
      // A step between two things is no slope of either: the slope is limited, or every edge would get an outline.
      if (steep > 1.6) {
        const f = (1.6 + (steep - 1.6) * 0.1) / steep
        gx *= f
        gy *= f
      }
      const nz = 1 / Math.sqrt(1 + gx * gx + gy * gy),
        nx = -gx * nz,
        ny = -gy * nz
      const dot = nx * lx + ny * ly + nz * lz
      const wrap = soft[k] * 0.6
      const s = sun[k] + (1 - sun[k]) * soft[k] * 0.25
      const diffuse = Math.max(0, (dot + wrap) / (1 + wrap)) * s
      const o = open[k],
        sky = o * (0.55 + 0.45 * nz)
      const closed = (1 - o) * light.bounce + 0.03
      // Light that was scattered inside meat, cheese or dough is warmer.
      const glow = soft[k] * 0.12 * (1 - diffuse)
      let cr = r[k] * (light.sun[0] * diffuse + light.sky[0] * sky + glow * 1.6) + r[k] * br[k] * closed * 1.5
      let cg =
        g[k] * (light.sun[1] * diffuse + light.sky[1] * sky + glow * 0.8) + g[k] * bg[k] * closed * 1.35
      let cb = b[k] * (light.sun[2] * diffuse + light.sky[2] * sky + glow * 0.4) + b[k] * bb[k] * closed * 1.2
      const q = gloss[k]
      if (q > 0.01) {
        const rx = 2 * nz * nx,
          ry = 2 * nz * ny,
          rz = 2 * nz * nz - 1
        const toWindow = rx * lx + ry * ly + rz * lz
        const sharp = smooth(0.93 - 0.2 * (1 - q), 0.985 + 0.015 * q, toWindow)
        const wide = toWindow > 0 ? toWindow ** 5 : 0
        const fresnel = 0.35 + 0.65 * (1 - nz) ** 2
        const m =
          light.window *
          q *
          (sharp * (0.35 + 0.9 * q) + wide * 0.14 * fresnel) *
          (0.25 + 0.75 * s) *
          (0.35 + 0.65 * o)
        cr += m * 0.78
        cg += m * 0.74
        cb += m * 0.68
      }
      const f = lit[k]
      if (f < 1) {
        cr = r[k] + (cr - r[k]) * f
        cg = g[k] + (cg - g[k]) * f
        cb = b[k] + (cb - b[k]) * f
      }
      const vx = x / width - 0.46,
        vy = y / height - 0.44
      const fade = light.exposure * (1 - light.vignette * smooth(0.2, 0.85, Math.hypot(vx, vy * 0.85)))
      const gr = 1 + 0.016 * grain[(x * 7 + y * 311 + ((x * y) & 255)) & 65535]
      cr *= fade * gr
      cg *= fade * gr
      cb *= fade * gr
      // Slightly more saturated than reality; the tone curve keeps the hue.
      const luma = 0.2126 * cr + 0.7152 * cg + 0.0722 * cb,
        sat = 0.96
      cr = film(Math.max(0, luma + (cr - luma) * sat)) + light.black
      cg = film(Math.max(0, luma + (cg - luma) * sat)) + light.black
      cb = film(Math.max(0, luma + (cb - luma) * sat)) + light.black * 1.2
      out[k * 3] = GAMMA[(clamp(cr) * 4096) | 0]
      out[k * 3 + 1] = GAMMA[(clamp(cg) * 4096) | 0]
      out[k * 3 + 2] = GAMMA[(clamp(cb) * 4096) | 0]
    }
  }
  return out
}
