import sharp from 'sharp'

/** Pictures drawn for this project: scenes for the slider, icons for the menu and for links. */

type Scene = { sky: [top: string, low: string]; sun: string; far: string; near: string; ground: string; water?: string }

const scenes: Scene[] = [
  { sky: ['#7fb6d9', '#f6e3c3'], sun: '#fff3d0', far: '#7d97a8', near: '#3f6b5a', ground: '#58784a', water: '#8fb8c9' },
  { sky: ['#f2a65a', '#ffe0b0'], sun: '#fff1c9', far: '#b8694a', near: '#8f4a35', ground: '#c98d57' },
  { sky: ['#5fa8c7', '#e2f1ef'], sun: '#ffffff', far: '#6f9c94', near: '#2f6f62', ground: '#d9c392', water: '#3f8ea6' },
  { sky: ['#141f3a', '#4a4a78'], sun: '#f4efd6', far: '#2b3358', near: '#1a2440', ground: '#18301f' },
  { sky: ['#b9cfdb', '#f4f6f5'], sun: '#ffffff', far: '#a8bac6', near: '#6e8796', ground: '#e8eef0' },
]

/** A trailer with a stripe, an awning window, a door and two wheels. */
const trailer = `
  <ellipse cx="660" cy="640" rx="270" ry="16" fill="#000" opacity=".22"/>
  <path d="M420 610h-70v12h70z" fill="#4a4f4c"/>
  <path d="M420 470q8-52 62-56h330q78 4 88 60v146H420z" fill="#f5f2ea"/>
  <path d="M420 552h480v34H420z" fill="#2f6b57"/><path d="M420 592h480v8H420z" fill="#d99a2b"/>
  <rect x="470" y="452" width="130" height="70" rx="10" fill="#33515a"/>
  <rect x="764" y="452" width="92" height="60" rx="10" fill="#33515a"/>
  <rect x="650" y="448" width="70" height="162" rx="6" fill="#e4ded0" stroke="#b9b2a1" stroke-width="3"/>
  <rect x="662" y="462" width="46" height="44" rx="6" fill="#33515a"/>
  <path d="M462 446h146l18-22H480z" fill="#d99a2b"/>
  ${[560, 800].map((x) => `<circle cx="${x}" cy="618" r="32" fill="#2a2c2b"/><circle cx="${x}" cy="618" r="14" fill="#c9cdca"/>`).join('')}`

const tree = (x: number, y: number, size: number, colour: string) =>
  `<path d="M${x} ${y - size * 2.2}l${size * 0.7} ${size * 2.2}h${-size * 1.4}z" fill="${colour}"/>`

const sceneSvg = ({ sky, sun, far, near, ground, water }: Scene, place: number) => `
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1242 743" width="1242" height="743">
  <linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient>
  <rect width="1242" height="743" fill="url(#sky)"/>
  <circle cx="${930 - place * 140}" cy="${150 + place * 12}" r="62" fill="${sun}" opacity=".92"/>
  <path d="M0 470L150 ${250 + place * 20}l140 120 170-${160 - place * 22} 210 190 150-110 190 ${90 + place * 15} 232-150v333H0z" fill="${far}"/>
  <path d="M0 540q180-110 360-40t380 0 502-60v303H0z" fill="${near}"/>
  ${water ? `<path d="M0 560h1242v90H0z" fill="${water}"/>` : ''}
  ${[60, 140, 240, 1010, 1090, 1190].map((x, index) => tree(x, 600 + (index % 2) * 26, 62 + ((index * 17 + place * 9) % 40), near)).join('')}
  <path d="M0 616q320-46 640-12t602-8v147H0z" fill="${ground}"/>
  <g transform="translate(${[40, -160, 120, -60, 200][place] ?? 0} 14)">${trailer}</g>
</svg>`

/** The slider images as JPEG files of 1242x743 pixels. */
export const demoSliders = () => Promise.all(scenes.map((scene, place) => toFile(sceneSvg(scene, place), 'jpeg')))

/** Strokes in a square of 24 units, by the code of the menu item. */
const menuGlyphs = [
  'M3 16V9q0-3 3-3h10q5 0 5 6v4zM7 16a2 2 0 1 0 0 .1M17 16a2 2 0 1 0 0 .1M6 10h4M13 16v-6h4',
  'M12 6q-4-2-8-1v13q4-1 8 1 4-2 8-1V5q-4-1-8 1zM12 6v13',
  'M4 6l1.5 1.5L8 5M4 12l1.5 1.5L8 11M4 18l1.5 1.5L8 17M11 6.5h9M11 12.5h9M11 18.500h9',
  'M14 7a4 4 0 0 1 5-2l-2.500 2.500 1 2 2 1L21 8a4 4 0 0 1-5.500 5L8 20.500 4.500 17 12 9.500q0-1.500 2-2.500z',
  'M12 21q7-6 7-11a7 7 0 0 0-14 0q0 5 7 11zM12 12.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  'M6 17V11a6 6 0 0 1 12 0v6l1.500 1H4.500zM10 20.500h4',
  'M7 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM17 8.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM17 20.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM9.300 11l5.400-3.500M9.300 13l5.400 3.500',
  'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.500M12 7.500v.2',
]

/** The icon of a menu item as a PNG file of 120x120 pixels. */
export const demoMenuIcon = (code: number) => toFile(iconSvg('#2f6b57', menuGlyphs[code - 1] ?? '', 7, 120), 'png')

type Link = { name: string; url: string; colour: string; glyph: string; inactive?: true }

export const demoLinks: Link[] = [
  {
    name: 'Pinterest',
    url: 'https://www.pinterest.com/cedarhollowrv/',
    colour: '#b3001b',
    glyph: 'M10 20l2.500-10M8 13a4.500 4.500 0 1 1 4 2.500q-1.500 0-2-1',
    inactive: true,
  },
  {
    name: 'YouTube',
    url: 'https://www.youtube.com/@cedarhollowrv',
    colour: '#c4302b',
    glyph: 'M5 7h14q2 0 2 2v6q0 2-2 2H5q-2 0-2-2V9q0-2 2-2zM10.500 9.500v5l4-2.500z',
  },
  {
    name: 'Instagram',
    url: 'https://www.instagram.com/cedarhollowrv/',
    colour: '#8a3ab9',
    glyph:
      'M8 4h8q4 0 4 4v8q0 4-4 4H8q-4 0-4-4V8q0-4 4-4zM12 15.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM16.500 7.300v.2',
  },
  {
    name: 'Facebook',
    url: 'https://www.facebook.com/cedarhollowrv',
    colour: '#1f5aa8',
    glyph: 'M15.500 5H14q-3 0-3 3.500V20M8 11.500h7',
  },
]

/** The icon of a link as a PNG file of 80x80 pixels. */
export const demoLinkIcon = ({ colour, glyph }: Link) => toFile(iconSvg(colour, glyph, 12, 80), 'png')

const iconSvg = (colour: string, glyph: string, radius: number, side: number) => `
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="${side}" height="${side}">
  <rect width="24" height="24" rx="${radius}" fill="${colour}"/>
  <g transform="translate(4.300 4.300) scale(.64)"><path d="${glyph}" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></g>
</svg>`

async function toFile(svg: string, format: 'jpeg' | 'png') {
  const bytes = await sharp(Buffer.from(svg)).toFormat(format, { quality: 88 }).toBuffer()
  return new File([new Uint8Array(bytes)], `drawn.${format}`, { type: `image/${format}` })
}
