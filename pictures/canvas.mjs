/**
 * The picture as a height field seen from above: each pixel has a color, a height, a gloss and a translucency (`soft`). Ingredients are stamped into it, and what
 * is higher hides what is lower, so heaps look right. Light is computed at the end for the whole picture (light.mjs), so all shadows are consistent. Positions
 * and heights are in table units: a dish is 1000 wide and 750 high, its middle at (500, 375).
 */

export class Canvas {
  /**
   * @param {number} width pixels
   * @param {number} height pixels
   * @param {{x:number,y:number,span:number,turn?:number}} view the point in the middle, how many table units the picture is wide, and by how much it is rotated (radians)
   */
  constructor(width, height, view) {
    this.width = width
    this.height = height
    this.scale = width / view.span
    /** The size of a pixel in table units: edges are blended over this width. */
    this.px = 1 / this.scale
    this.tablePx = this.px
    this.view = view
    /** The position, scale (`k`) and rotation of a dish within another picture; heights are scaled, too. */
    this.frame = { x: 0, y: 0, k: 1, turn: 0 }
    this.nested = false
    const n = width * height
    for (const name of ['r', 'g', 'b', 'h', 'gloss', 'soft']) this[name] = new Float32Array(n)
    /** 1: light.mjs computes its light. 0: its color is final (glass, backdrops). */
    this.lit = new Float32Array(n).fill(1)
    /** 1: nothing has been drawn on the table here yet. */
    this.bare = new Uint8Array(n)
    this.brush = { r: 0, g: 0, b: 0, a: 1, h: 0, gloss: 0, soft: 0, lit: 1, base: 0, k: 0 }
  }

  toPixel(x, y) {
    const f = this.frame,
      fc = Math.cos(f.turn),
      fs = Math.sin(f.turn)
    const dx = ((x * fc - y * fs) * f.k + f.x - this.view.x) * this.scale,
      dy = ((x * fs + y * fc) * f.k + f.y - this.view.y) * this.scale
    const vc = Math.cos(this.view.turn ?? 0),
      vs = Math.sin(this.view.turn ?? 0)
    return [dx * vc - dy * vs + this.width / 2, dx * vs + dy * vc + this.height / 2]
  }

  heightAt(x, y) {
    const [px, py] = this.toPixel(x, y)
    const i = Math.min(this.width - 1, Math.max(0, px | 0)),
      j = Math.min(this.height - 1, Math.max(0, py | 0))
    return this.h[j * this.width + i] / this.frame.k
  }

  /** Draws a whole dish at another place and scale (`k`): its middle (500, 375) is put at x, y. */
  within(x, y, k, turn, fn) {
    const outer = this.frame,
      wasNested = this.nested,
      oc = Math.cos(outer.turn),
      os = Math.sin(outer.turn)
    // A dish inside a nested dish: its place is given in the frame of the dish that contains it.
    const cx = outer.x + (x * oc - y * os) * outer.k,
      cy = outer.y + (x * os + y * oc) * outer.k
    const size = k * outer.k,
      all = turn + outer.turn,
      fc = Math.cos(all),
      fs = Math.sin(all)
    this.frame = {
      x: cx - (500 * fc - 375 * fs) * size,
      y: cy - (500 * fs + 375 * fc) * size,
      k: size,
      turn: all,
    }
    this.px = this.tablePx / size
    this.nested = true
    fn()
    this.frame = outer
    this.px = this.tablePx / outer.k
    this.nested = wasNested
  }

  /** The height at which something of radius r would rest: between the mean and the highest point below it. */
  restAt(x, y, r) {
    let sum = 0,
      top = -1e9
    for (let k = 0; k < 9; k++) {
      const d = k === 8 ? 0 : r * 0.7,
        a = (k * Math.PI) / 4
      const h = this.heightAt(x + Math.cos(a) * d, y + Math.sin(a) * d)
      sum += h
      if (h > top) top = h
    }
    return (sum / 9) * 0.6 + top * 0.4
  }

  /**
   * Calls `fn` for each pixel of a disc, and blends the brush that it sets into the picture.
   * @param {number} x @param {number} y @param {number} reach a radius that contains the whole shape
   * @param {number} rot rotation of the local axes (radians)
   * @param {(u:number, v:number, o:object) => boolean|void} fn gets the position in local axes and sets the brush `o`: color `r`, `g`, `b`, opacity `a`, height
   *   `h`, `gloss`, `soft`, `lit` (`base` is the height so far); false leaves the pixel as it is
   * @param {'solid'|'stand'|'drape'|'level'|'stain'} mode solid: rests at height z and hides what is lower; stand: as solid, but folds of the bare table never
   *   show through it (vessels); drape: follows what is below; level: the height is absolute (liquids, hollows); stain: color only
   */
  stamp(x, y, reach, rot, fn, mode = 'solid', z = 0) {
    const { width, height, px, brush: o, r, g, b, h, gloss, soft, lit, bare, view } = this
    const [cx, cy] = this.toPixel(x, y)
    const fk = this.frame.k,
      R = reach * this.scale * fk + 1
    const x0 = Math.max(0, Math.floor(cx - R)),
      x1 = Math.min(width - 1, Math.ceil(cx + R))
    const y0 = Math.max(0, Math.floor(cy - R)),
      y1 = Math.min(height - 1, Math.ceil(cy + R))
    const turn = rot + (view.turn ?? 0) + this.frame.turn
    const ca = Math.cos(turn),
      sa = Math.sin(turn)
    const stand = mode === 'stand',
      solid = stand || mode === 'solid',
      drape = mode === 'drape',
      stain = mode === 'stain'
    for (let j = y0; j <= y1; j++) {
      const dy = (j + 0.5 - cy) * px
      for (let i = x0; i <= x1; i++) {
        const dx = (i + 0.5 - cx) * px
        const k = j * width + i
        o.a = 1
        o.h = 0
        o.gloss = 0
        o.soft = 0
        o.lit = 1
        o.base = h[k] / fk
        o.k = k
        if (fn(dx * ca + dy * sa, dy * ca - dx * sa, o) === false || !(o.a > 0.003) || Number.isNaN(o.h))
          continue
        const a = o.a > 1 ? 1 : o.a
        if (solid) {
          const nh = (z + o.h) * fk
          if (nh < h[k] && !(stand && bare[k])) continue
          h[k] += (nh - h[k]) * a
        } else if (drape) h[k] += o.h * fk * a
        else if (!stain) h[k] += (o.h * fk - h[k]) * a
        r[k] += (o.r - r[k]) * a
        g[k] += (o.g - g[k]) * a
        b[k] += (o.b - b[k]) * a
        if (!stain && a > 0.5) bare[k] = 0
        if (stain && o.gloss === 0) continue
        gloss[k] += (o.gloss - gloss[k]) * a
        soft[k] += (o.soft - soft[k]) * a
        lit[k] += (o.lit - lit[k]) * a
      }
    }
  }

  /** As `stamp`, over the whole picture. */
  flood(fn, mode = 'level') {
    const reach = (Math.hypot(this.width, this.height) / 2) * this.px + 2
    const { x, y } = this.view
    this.stamp(x, y, reach, 0, (u, v, o) => fn(u + x, v + y, o), mode)
  }
}
