import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { roboto } from './roboto.ts'

type Files = { normal: string; bold: string; italics: string; bolditalics: string }
/** A font for letters that Roboto lacks; `letters` matches whole runs of them. */
type ScriptFont = { name: string; letters: string; files: Files }

const packages = createRequire(import.meta.url)
const folderOf = (name: string) => dirname(packages.resolve(`${name}/package.json`))
const upright = (normal: string, bold: string): Files => ({ normal, bold, italics: normal, bolditalics: bold })

const google = (name: string, file: string) => {
  const inPackage = (weight: string) => join(folderOf(`@expo-google-fonts/${name}`), weight, `${file}_${weight}.ttf`)
  return upright(inPackage('400Regular'), inPackage('700Bold'))
}
const embedPdf = (name: string, file: string) => {
  // These packages only expose their main file, which is in a folder beside the fonts.
  const folder = join(dirname(packages.resolve(`@embedpdf/${name}`)), '../fonts')
  return upright(join(folder, `${file}-Regular.otf`), join(folder, `${file}-Bold.otf`))
}

const scriptFonts: ScriptFont[] = [
  { name: 'Thai', letters: '\\p{Script=Thai}+', files: google('noto-sans-thai', 'NotoSansThai') },
  {
    name: 'Devanagari',
    letters: '[\\p{Script=Devanagari}\\u0964\\u0965\\u200c\\u200d]+',
    files: google('noto-sans-devanagari', 'NotoSansDevanagari'),
  },
  { name: 'Korean', letters: '\\p{Script=Hangul}+', files: embedPdf('fonts-kr', 'NotoSansKR') },
  {
    name: 'Chinese',
    // Also arrows, circled numbers and symbols.
    letters:
      '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u30ff\\uff00-\\uffef←-↓⇒✓①-⑳℃℉□▲△▷▼▽◆◇★☆♪≡∅⌘]+',
    files: embedPdf('fonts-sc', 'NotoSansHans'),
  },
  {
    name: 'Emoji',
    letters:
      '(?:[[\\p{Extended_Pictographic}--[\\u00a9\\u00ae\\u2122]]\\p{Regional_Indicator}\\p{Emoji_Modifier}][\\ufe0f\\u200d]*)+',
    files: google('noto-emoji', 'NotoEmoji'),
  },
]

/** The files of all fonts by name and style, as pdfmake takes them. It reads a file when a text needs it. */
export const fonts: Record<string, Files> = {
  Roboto: roboto,
  ...Object.fromEntries(scriptFonts.map(({ name, files }) => [name, files])),
}

const RUNS = new RegExp(scriptFonts.map(({ name, letters }) => `(?<${name}>${letters})`).join('|'), 'gv')
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' })

/** Characters that no font has, and what is printed instead. */
const standIns: Record<string, string> = { '☐': '□', '⌀': 'Ø', '✗': '×', '\u202f': '\u00a0' }
const LACKING = /[☐⌀✗⅐-⅚\u202f]/g

/**
 * A text as printed: letters and their marks are composed where possible, as fonts lack separate marks, and characters
 * that no font has are replaced.
 */
export const inPrint = (text: string) =>
  text.normalize('NFC').replace(LACKING, (sign) => standIns[sign] ?? sign.normalize('NFKD'))

/** Splits a text into runs, each with the font that has its letters; a run without one is printed in Roboto. */
export function inFonts(written: string): { text: string; font?: string }[] {
  const text = inPrint(written)
  const runs: { text: string; font?: string }[] = []
  let end = 0
  for (const { 0: run, index, groups } of text.matchAll(RUNS)) {
    if (index > end) runs.push({ text: text.slice(end, index) })
    const font = scriptFonts.find(({ name }) => groups?.[name])?.name
    runs.push({ text: font === 'Thai' ? withBreaks(run) : run, ...(font && { font }) })
    end = index + run.length
  }
  if (end < text.length) runs.push({ text: text.slice(end) })
  return runs
}

/** Thai has no spaces between words, and lines end only between words. */
const withBreaks = (thai: string) => Array.from(thaiWords.segment(thai), ({ segment }) => segment).join('\u200b')
