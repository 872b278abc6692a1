/** Random numbers and noise from a seed: the same picture's name always gives the same picture. */

/** A 32-bit hash of a text (FNV-1a with a final mix), used as a seed. */
export function seedOf(text) {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  return (h ^ (h >>> 13)) >>> 0
}

/** A generator with the few kinds of random numbers that a picture needs. */
export function random(seed) {
  let s = seed >>> 0
  const next = () => {
    s = (s + 0x9e3779b9) >>> 0
    let t = s ^ (s >>> 16)
    t = Math.imul(t, 0x21f0aaad)
    t ^= t >>> 15
    t = Math.imul(t, 0x735a2d97)
    return ((t ^ (t >>> 15)) >>> 0) / 4294967296
  }
  const rng = {
    next,
    /** A number between a and b. */
    in: (a, b) => a + (b - a) * next(),
    /** A number around 0, mostly within ±1. */
    bell: () => (next() + next() + next() - 1.5) / 1.1,
    int: (a, b) => Math.floor(a + (b - a + 1) * next()),
    pick: (list) => list[Math.floor(next() * list.length)],
    chance: (p) => next() < p,
    angle: () => next() * Math.PI * 2,
    seed: () => Math.floor(next() * 4294967296),
    /** An independent generator, so that a change in one ingredient does not move all the others. */
    fork: () => random(Math.floor(next() * 4294967296)),
  }
  return rng
}

const GRADIENTS = new Float32Array(512)
for (let i = 0; i < 256; i++) {
  GRADIENTS[2 * i] = Math.cos((i / 256) * Math.PI * 2)
  GRADIENTS[2 * i + 1] = Math.sin((i / 256) * Math.PI * 2)
}

function lattice(x, y, seed) {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ seed
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  return (h ^ (h >>> 13)) >>> 0
}

/** Gradient noise, about -1 to 1, feature size about 1. */
export function noise(x, y, seed) {
  const xi = Math.floor(x),
    yi = Math.floor(y)
  const fx = x - xi,
    fy = y - yi
  const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
  const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
  const a = (lattice(xi, yi, seed) & 255) * 2,
    b = (lattice(xi + 1, yi, seed) & 255) * 2
  const c = (lattice(xi, yi + 1, seed) & 255) * 2,
    d = (lattice(xi + 1, yi + 1, seed) & 255) * 2
  const na = GRADIENTS[a] * fx + GRADIENTS[a + 1] * fy
  const nb = GRADIENTS[b] * (fx - 1) + GRADIENTS[b + 1] * fy
  const nc = GRADIENTS[c] * fx + GRADIENTS[c + 1] * (fy - 1)
  const nd = GRADIENTS[d] * (fx - 1) + GRADIENTS[d + 1] * (fy - 1)
  return (na + (nb - na) * u + (nc + (nd - nc) * u - na - (nb - na) * u) * v) * 1.5
}

/** Several octaves of noise, about -1 to 1. */
export function fbm(x, y, octaves, seed) {
  let sum = 0,
    amp = 0.55,
    total = 0
  for (let i = 0; i < octaves; i++) {
    sum += noise(x, y, seed + i * 1013) * amp
    total += amp
    amp *= 0.5
    x = x * 2.03 + 17.1
    y = y * 2.03 - 9.7
  }
  return sum / total
}

const near = { f1: 0, f2: 0, id: 0 }
/** Cellular noise: the distance to the nearest and second nearest point, and which point it was. The returned object is reused by the next call. */
export function cells(x, y, seed) {
  const xi = Math.floor(x),
    yi = Math.floor(y)
  let f1 = 9,
    f2 = 9,
    id = 0
  for (let j = -1; j <= 1; j++) {
    for (let i = -1; i <= 1; i++) {
      const h = lattice(xi + i, yi + j, seed)
      const dx = xi + i + (h & 1023) / 1024 - x,
        dy = yi + j + ((h >>> 10) & 1023) / 1024 - y
      const d = dx * dx + dy * dy
      if (d < f1) {
        f2 = f1
        f1 = d
        id = h
      } else if (d < f2) f2 = d
    }
  }
  near.f1 = Math.sqrt(f1)
  near.f2 = Math.sqrt(f2)
  near.id = ((id >>> 8) & 65535) / 65536
  return near
}
