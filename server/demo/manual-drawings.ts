import sharp from 'sharp'
import { roboto } from '../integrations/pdf/roboto.ts'

/** Line drawings for the manuals, made for this project. `words` are labels with their coordinates. */
type Drawing = { alt: string; height: number; shapes: string; words: Word[] }
type Word = [x: number, y: number, text: string]

const SCALE = 1.5
const INK = '#24312c'
const GREEN = '#2f6b57'
const AMBER = '#d99a2b'
const PALE = '#dfe8e3'

const wheel = (x: number, y: number) =>
  `<circle cx="${x}" cy="${y}" r="34" fill="${INK}"/><circle cx="${x}" cy="${y}" r="14" fill="#fff"/>`
const box = (x: number, y: number, width: number, height: number, fill = PALE) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10" fill="${fill}"/>`
const arrow = (x: number, y: number, down: number) =>
  `<path d="M${x} ${y}v${down - 12}" stroke="${AMBER}" stroke-width="8"/><path d="M${x - 16} ${y + down - 14}h32l-16 22z" fill="${AMBER}" stroke="none"/>`

const drawings: Record<string, Drawing> = {
  label: {
    alt: 'The label with the VIN, its last six digits marked',
    height: 240,
    shapes: `${box(180, 30, 440, 180)}<rect x="462" y="112" width="100" height="42" rx="8" fill="none" stroke="${AMBER}" stroke-width="5"/>`,
    words: [
      [400, 80, 'MANUFACTURED BY CEDAR HOLLOW'],
      [350, 140, 'VIN 5CH TT2421 K1'],
      [512, 140, '204817'],
      [400, 186, 'last six digits'],
    ],
  },
  hitch: {
    alt: 'Coupler over the ball, chains crossed below it',
    height: 260,
    shapes: `${box(60, 110, 250, 40)}<circle cx="330" cy="96" r="26" fill="${GREEN}"/><path d="M318 120h24v30h-24z" fill="${GREEN}"/><path d="M296 84q34-46 68 0v24h320v36H296z" fill="#fff"/><path d="M270 150q70 70 150 0M290 150q70 90 170 0" fill="none"/>`,
    words: [
      [185, 96, 'hitch'],
      [330, 40, 'ball'],
      [560, 80, 'coupler'],
      [380, 240, 'chains crossed'],
    ],
  },
  tongue: {
    alt: 'A trailer with its weight on the ball and on the axles',
    height: 300,
    shapes: `${box(230, 60, 470, 150)}<path d="M230 190L90 214" stroke-width="8"/>${wheel(470, 222)}${wheel(550, 222)}${arrow(100, 130, 70)}${arrow(510, 90, 80)}`,
    words: [
      [100, 116, '10 to 15 %'],
      [510, 84, 'the rest'],
    ],
  },
  balance: {
    alt: 'A truck camper whose center of gravity lies ahead of the rear axle',
    height: 320,
    shapes: `<path d="M90 220V150q40-10 70-60h80v130z" fill="#fff"/>${box(240, 160, 400, 60, '#fff')}<path d="M300 160V60h300v100zM190 60h110v44H190z" fill="${PALE}"/>${wheel(180, 230)}${wheel(520, 230)}${arrow(430, 90, 80)}<path d="M520 196V284" stroke-dasharray="8 8"/>`,
    words: [
      [430, 80, 'center of gravity'],
      [520, 308, 'rear axle'],
    ],
  },
  battery: {
    alt: 'Two batteries side by side, plus to plus and minus to minus',
    height: 240,
    shapes: `${box(170, 90, 190, 120)}${box(440, 90, 190, 120)}<path d="M200 90V50h270v40" fill="none" stroke="#b3402b" stroke-width="6"/><path d="M330 90V66h270v24" fill="none"/>`,
    words: [
      [200, 130, '+'],
      [330, 130, '-'],
      [470, 130, '+'],
      [600, 130, '-'],
      [265, 180, '12 V'],
      [535, 180, '12 V'],
    ],
  },
  panel: {
    alt: 'The panel: breakers for 120 volts at the left, fuses for 12 volts at the right',
    height: 280,
    shapes: `${box(140, 30, 520, 220, '#fff')}${[0, 1, 2, 3].map((place) => box(180, 60 + place * 45, 130, 32)).join('')}${[0, 1, 2, 3, 4, 5].map((place) => box(430 + (place % 3) * 70, 70 + Math.floor(place / 3) * 80, 46, 54)).join('')}<circle cx="523" cy="138" r="8" fill="#d23a2a" stroke="none"/>`,
    words: [
      [245, 274, 'breakers, 120 V'],
      [525, 274, 'fuses, 12 V'],
    ],
  },
  cylinders: {
    alt: 'Two propane cylinders with the regulator between them',
    height: 280,
    shapes: `<path d="M190 110q0-30 60-30t60 30v130q0 20-60 20t-60-20zM490 110q0-30 60-30t60 30v130q0 20-60 20t-60-20z" fill="${PALE}"/><path d="M250 80V50h110M550 80V50H440" fill="none"/>${box(360, 30, 80, 44, AMBER)}`,
    words: [
      [400, 108, 'regulator'],
      [250, 190, 'in use'],
      [550, 190, 'reserve'],
    ],
  },
  water: {
    alt: 'The way of the water: tank, strainer, pump, heater, taps',
    height: 240,
    shapes: `<path d="M110 120h580" stroke="#3f8ea6" stroke-width="8"/>${box(60, 60, 130, 120)}${box(250, 92, 80, 56, '#fff')}${box(380, 92, 80, 56, '#fff')}${box(520, 60, 100, 60, AMBER)}<path d="M460 120q40 0 60-30M620 90q30 0 70 30" fill="none" stroke="#b3402b" stroke-width="6"/>`,
    words: [
      [125, 128, 'tank'],
      [290, 176, 'strainer'],
      [420, 176, 'pump'],
      [570, 50, 'heater'],
      [720, 160, 'taps'],
    ],
  },
  roof: {
    alt: 'The places of the roof where sealant ages first',
    height: 260,
    shapes: `${box(80, 60, 640, 150)}${box(180, 100, 90, 70, '#fff')}${box(370, 95, 110, 80, '#fff')}<circle cx="600" cy="146" r="24" fill="#fff"/><path d="M80 84h640M80 186h640" stroke="${AMBER}" stroke-width="6" stroke-dasharray="14 8"/>`,
    words: [
      [225, 142, 'vent'],
      [425, 142, 'skylight'],
      [600, 108, 'pipe'],
      [400, 244, 'edges and seams'],
    ],
  },
}

export const drawingNames = Object.keys(drawings)

/** The alternative text of a drawing. */
export const drawingAlt = (name: string) => drawings[name]?.alt ?? ''

/** A drawing as a PNG file. */
export async function drawing(name: string) {
  const { height, shapes, words } = drawings[name] as Drawing
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${800 * SCALE}" height="${height * SCALE}" viewBox="0 0 800 ${height}">
    <rect width="800" height="${height}" fill="#fff"/><g stroke="${INK}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round">${shapes}</g></svg>`
  const bytes = await sharp(Buffer.from(svg))
    .composite(await Promise.all(words.map(written)))
    .png({ palette: true })
    .toBuffer()
  return new File([new Uint8Array(bytes)], `${name}.png`, { type: 'image/png' })
}

// Uses a bundled font, because a server may have none.
async function written([x, y, text]: Word) {
  const line = `<span foreground="${INK}">${text}</span>`
  const { data, info } = await sharp({
    text: { text: line, font: 'Roboto 19', fontfile: roboto.normal, rgba: true, dpi: 72 * SCALE },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  const left = Math.round(x * SCALE - info.width / 2)
  return { input: data, left: Math.max(0, left), top: Math.round((y - 7) * SCALE - info.height / 2) }
}
