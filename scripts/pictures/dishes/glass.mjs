/** Shapes of glasses and bottles in side view: [height above the table, radius], and where the drink is. */
import { hex } from '../colour.mjs';

export const GLASSES = {
  wine: { points: [[0, 92], [6, 90], [12, 20], [30, 9], [190, 9], [212, 22], [232, 66], [268, 108], [322, 126], [380, 118], [440, 98], [486, 88]], floor: 214, level: 330, stem: 205 },
  flute: { points: [[0, 74], [6, 72], [12, 16], [28, 8], [170, 8], [196, 22], [250, 44], [340, 56], [440, 55], [540, 48]], floor: 186, level: 468, stem: 180 },
  coupe: { points: [[0, 84], [6, 82], [12, 18], [28, 9], [200, 9], [224, 34], [262, 104], [304, 140], [352, 150]], floor: 216, level: 318, stem: 212 },
  balloon: { points: [[0, 92], [6, 90], [12, 22], [28, 10], [130, 10], [152, 30], [182, 92], [244, 146], [310, 158], [380, 146], [448, 122]], floor: 150, level: 372, stem: 146 },
  rocks: { points: [[0, 128], [10, 138], [60, 142], [160, 148], [290, 156]], floor: 32, level: 190 },
  highball: { points: [[0, 92], [10, 100], [60, 102], [250, 108], [470, 114]], floor: 30, level: 398 },
  tumbler: { points: [[0, 98], [10, 106], [60, 110], [250, 122], [380, 132]], floor: 28, level: 320 },
  pint: { points: [[0, 88], [10, 96], [60, 99], [220, 112], [400, 132], [490, 136]], floor: 26, level: 448 },
  mug: { points: [[0, 122], [10, 130], [60, 128], [250, 128], [420, 132]], floor: 34, level: 366, handle: true },
  mason: { points: [[0, 104], [12, 124], [40, 132], [120, 134], [300, 134], [356, 124], [384, 102], [400, 100], [430, 100]], floor: 20, level: 372, handle: true },
  jar: { points: [[0, 104], [12, 124], [40, 132], [120, 134], [290, 134], [332, 122], [352, 112], [352, 118], [412, 118]], floor: 16, level: 318, lid: 352 },
  bottle: { points: [[0, 88], [10, 98], [40, 100], [220, 100], [300, 98], [352, 72], [392, 42], [440, 34], [520, 32], [528, 38], [572, 38]], floor: 14, level: 440, lid: 524, label: [70, 250] },
  'beer-bottle': { points: [[0, 82], [10, 90], [40, 92], [280, 92], [350, 78], [410, 46], [460, 36], [556, 31], [562, 37], [592, 37]], floor: 12, level: 470, lid: 566, label: [80, 240] },
  'small-bottle': { points: [[0, 74], [8, 84], [60, 88], [170, 88], [260, 62], [340, 40], [420, 30], [452, 29], [458, 35], [486, 35]], floor: 12, level: 380, lid: 460, label: [60, 180] },
  'water-bottle': { points: [[0, 92], [10, 100], [60, 102], [260, 100], [350, 76], [430, 44], [520, 33], [556, 32], [562, 38], [596, 38]], floor: 12, level: 500, lid: 566, label: [100, 260] },
};

/** Drinks: from the dark side to the lit side. dense: how little shows through. */
export const DRINKS = {
  red: { colours: ['#140206', '#3d0610', '#7a1020', '#b0283a'], dense: 0.95 },
  'dark-red': { colours: ['#100205', '#2d0510', '#5f0c1e', '#94203a'], dense: 0.97 },
  white: { colours: ['#8a6c14', '#c8a83c', '#ecd478', '#f8ecb4'], dense: 0.55 },
  rosato: { colours: ['#a83038', '#d8585a', '#ee8478', '#f8b4a0'], dense: 0.68 },
  prosecco: { colours: ['#a8842c', '#d8b85c', '#f0dc94', '#faf0c8'], dense: 0.5, bubbles: 70 },
  spritz: { colours: ['#b02c04', '#e0560c', '#f6842a', '#fcb058'], dense: 0.78, bubbles: 40 },
  negroni: { colours: ['#5f0c04', '#a0200c', '#d0441c', '#ec7a3c'], dense: 0.84 },
  americano: { colours: ['#6a0e06', '#b42c14', '#dc5a2c', '#f08c54'], dense: 0.72, bubbles: 40 },
  peach: { colours: ['#c8783c', '#e8a468', '#f6c890', '#fbe0b8'], dense: 0.9, bubbles: 30 },
  lager: { colours: ['#94560a', '#d08c18', '#eeb438', '#f8d878'], dense: 0.75, bubbles: 60 },
  ipa: { colours: ['#8a4206', '#c4720f', '#e49a28', '#f2be5c'], dense: 0.85, bubbles: 50 },
  porter: { colours: ['#060302', '#150906', '#2d150a', '#5a2c12'], dense: 0.99 },
  'root-beer': { colours: ['#0a0402', '#260f06', '#4f240c', '#84461a'], dense: 0.97, bubbles: 30 },
  chinotto: { colours: ['#100503', '#32130a', '#622a10', '#9a5220'], dense: 0.94, bubbles: 40 },
  lemonade: { colours: ['#b8a034', '#e0cc64', '#f2e698', '#fbf4cc'], dense: 0.78, bubbles: 24 },
  'smoked-lemonade': { colours: ['#a07820', '#cfa848', '#e8cc7c', '#f6e4b0'], dense: 0.82 },
  'blood-orange': { colours: ['#8a1408', '#c4381a', '#e4642c', '#f4945c'], dense: 0.86, bubbles: 40 },
  'bitter-orange': { colours: ['#a0400a', '#d4701c', '#ee9c40', '#f8c480'], dense: 0.7, bubbles: 40 },
  tea: { colours: ['#3a1602', '#7a3a06', '#b4640c', '#e09c30'], dense: 0.93 },
  'peach-tea': { colours: ['#54200a', '#9a4c14', '#cf8030', '#eab060'], dense: 0.82 },
  water: { colours: ['#8ca0a4', '#b8c8c8', '#dce6e4', '#f6faf8'], dense: 0.18, bubbles: 30 },
  'espresso-martini': { colours: ['#080302', '#1c0a05', '#3a1a0c', '#5f3018'], dense: 0.99 },
  shakerato: { colours: ['#3d1c0c', '#6a3818', '#a06a38', '#c89860'], dense: 0.99 },
  marocchino: { colours: ['#140805', '#32170b', '#5f3418', '#8a5630'], dense: 0.99 },
  'house-44': { colours: ['#160402', '#3a0c06', '#6a1c0c', '#9a3a1c'], dense: 0.99 },
  'mild-red': { colours: ['#4a0604', '#8f120a', '#c42c16', '#e4583a'], dense: 0.97 },
  gold: { colours: ['#7a4a06', '#b8800e', '#e0ac28', '#f2cc5c'], dense: 0.99 },
  ember: { colours: ['#6a1c04', '#b0400a', '#dc6c1c', '#f29a44'], dense: 0.98 },
  'brisket-rub': { colours: ['#100a07', '#2d2018', '#5f4c3c', '#98806a'], dense: 1, grain: 1 },
  'rib-rub': { colours: ['#2d0e05', '#6a260c', '#983f14', '#c06a2c'], dense: 1, grain: 1 },
};

/** Radius at a height, smoothed between the points. */
export function profile(points) {
  return (h) => {
    if (h < points[0][0] || h > points.at(-1)[0]) return 0;
    let i = 0;
    while (i < points.length - 2 && h > points[i + 1][0]) i++;
    const [h0, r0] = points[i], [h1, r1] = points[i + 1], t = (h - h0) / (h1 - h0 || 1);
    const [hp, rp] = points[Math.max(0, i - 1)], [hn, rn] = points[Math.min(points.length - 1, i + 2)];
    const m0 = ((r1 - rp) / (h1 - hp || 1)) * (h1 - h0), m1 = ((rn - r0) / (hn - h0 || 1)) * (h1 - h0);
    const t2 = t * t, t3 = t2 * t;
    const v = (2 * t3 - 3 * t2 + 1) * r0 + (t3 - 2 * t2 + t) * m0 + (-2 * t3 + 3 * t2) * r1 + (t3 - t2) * m1;
    // No overshoot: a foot that bulges below a stem looks broken.
    return Math.min(Math.max(r0, r1), Math.max(Math.min(r0, r1), v));
  };
}

export const LABELS = { kraft: [hex('#b08a5c'), hex('#1c100a')], black: [hex('#141110'), hex('#e8dcc4')], bone: [hex('#e4d8c0'), hex('#241810')], green: [hex('#2a4a30'), hex('#e8dcb0')], tomato: [hex('#a82c18'), hex('#f4e6cc')], blue: [hex('#2a4a6a'), hex('#e8e4d4')] };
