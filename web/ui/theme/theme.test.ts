import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { breakpoints } from './breakpoints.ts'
import { theme } from './theme.ts'

const web = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(web, file), 'utf8')
const styles = globSync('**/*.css', { cwd: web })
const sources = globSync('**/*.{ts,tsx}', { cwd: web }).filter(
  (file) => !/\.test\.tsx?$|^(?:ui\/theme|testing)\//.test(file),
)

const COLOR = /#[0-9a-f]{3,8}\b(?!['/])|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/gi
// As a value in CSS, or as the text of a prop in TSX.
const NAMED = '(?:white|black|red|green|blue|gr[ae]y|orange|yellow|purple|pink|brown|silver|gold|navy|teal)'
const NAMED_IN_CSS = new RegExp(`:[^;{}]*(?<![-\\w])${NAMED}(?![-\\w])[^;{}]*;`, 'gi')
const NAMED_IN_SOURCE = new RegExp(
  `\\b(?:fill|stroke|background|backgroundColor|fillStyle)\\b["']?[=:]\\s*{?\\s*["']${NAMED}["']`,
  'gi',
)

describe('colours', () => {
  it.each(styles)('of %s come from the theme', (file) => {
    const text = read(file).replace(/\/\*[\s\S]*?\*\//g, '')
    expect([...(text.match(COLOR) ?? []), ...(text.match(NAMED_IN_CSS) ?? [])]).toEqual([])
  })

  it('of the source files come from the theme', () => {
    const found = sources.flatMap((file) => {
      // Imports such as '#web/…' start with the same character.
      const text = read(file).replace(/['"]#(?:web|contract)\/[^'"]*['"]/g, '')
      return [...(text.match(COLOR) ?? []), ...(text.match(NAMED_IN_SOURCE) ?? [])].map((color) => `${file}: ${color}`)
    })
    expect(found).toEqual([])
  })

  it('before the first paint are those of the page afterwards', () => {
    const [dark, light] = [theme.colors?.dark?.[8], theme.colors?.gray?.[0]]
    expect(read('public/first.js')).toContain(`dark ? '${dark}' : '${light}'`)
    expect([...read('index.html').matchAll(COLOR)].flat()).toEqual([theme.colors?.pine?.[7]])
  })
})

describe('breakpoints', () => {
  it.each(styles)('of %s are those of the theme', (file) => {
    const widths = [...read(file).matchAll(/@media[^{]*\bwidth\b[^{]*/g)].map(([query]) => query.trim())
    const allowed = Object.values(breakpoints).flatMap((width) => [
      `@media (width < ${width})`,
      `@media (width >= ${width})`,
    ])
    expect(widths.filter((query) => !allowed.includes(query))).toEqual([])
  })

  it('stand in no other source file', () => {
    const found = sources.filter((file) =>
      /\buse(?:MediaQuery|Matches)\(|\((?:min-|max-)?width\s*[:<>]/.test(read(file)),
    )
    expect(found).toEqual([])
  })
})
