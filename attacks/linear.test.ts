import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { type Expression, expressionsIn } from '../scripts/expressions.ts'

const root = new URL('..', import.meta.url).pathname
const files = globSync('{server,contract}/**/*.ts', { cwd: root }).filter(
  (file) => !/\.test\.ts$|\/testing\//.test(file),
)

const inCode = files.map((file) => ({ file, ...expressionsIn(file, readFileSync(`${root}${file}`, 'utf8')) }))

/** Those that are made of texts, as they are in a process that loads the modules. */
const making = inCode.filter(({ made }) => made)
const made = JSON.parse(
  execFileSync(
    process.execPath,
    [join(import.meta.dirname, 'made-expressions.process.ts'), ...making.map(({ file }) => root + file)],
    { encoding: 'utf8' },
  ),
) as Expression[]
const madeIn = (file: string) => made.filter((one) => one.file === root + file).map((one) => ({ ...one, file }))
const found = inCode.map(({ file, literals }) => ({ file, expressions: [...literals, ...madeIn(file)] }))

/** Letters that most classes of characters hold, and one that few do. */
const USUAL = ['0', '1', 'a', ' ', '\n', '\u{fffd}']
const ENDS = ['', 'x', '\n!']

/** What the inputs of an expression are made of: the texts that stand in it, and usual letters. */
function partsOf(source: string) {
  const plain = source
    .replaceAll(/\\[pP]\{[^{}]*\}|\\[bBdDsSwW]|\(\?<?[:=!]|\[[^\]]*\]/g, '\0')
    .replaceAll(/\\x([0-9a-f]{2})|\\u([0-9a-f]{4})/gi, (_all, two, four) =>
      String.fromCharCode(parseInt(two ?? four, 16)),
    )
    .replaceAll(/\\(.)/g, '$1')
  const runs = plain.split(/[\0()|?*+{}^$]+/).filter(Boolean)
  const escaped = [...source.matchAll(/\\(\W)/g)].map(([, sign = '']) => sign)
  const letters = source.replaceAll(/\\[a-zA-Z]/g, '').match(/[^()[\]{}|?*^$\\]/gu) ?? []
  return [...new Set([...runs, ...escaped, ...letters.slice(0, 12), ...USUAL])].slice(0, 14)
}

/** Inputs without an end: what stands before, what is repeated, and what follows. */
function* pumpsOf(source: string): Generator<[string, string, string]> {
  const parts = partsOf(source)
  const beginnings = ['', ...parts.slice(0, 4)]
  const repeated = [...parts, ...parts.flatMap((one) => parts.map((other) => one + other))]
  for (const pump of repeated) for (const before of beginnings) for (const end of ENDS) yield [before, pump, end]
}

const FIRST = 2048
/**
 * In milliseconds: what takes less at this length takes no more than a few steps for each character, also on a quick
 * machine.
 */
const QUICK = 0.25
/** In milliseconds: for all inputs of one expression, and some thousand times what they take. */
const NEVER_ENDS = 60_000
/** Of four times the length: linear is 4, quadratic 16. */
const GROWTH = 8

const program = new Script(`
  const expression = new RegExp(source, flags.replace(/[gy]/g, '') + 'g')
  const timeOf = (text) => {
    const began = now()
    text.replace(expression, '')
    return now() - began
  }
  const quickest = (text) => Math.min(timeOf(text), timeOf(text), timeOf(text))
  const textOf = ([before, pump, end], length) => before + pump.repeat(Math.ceil(length / pump.length)) + end
  for (const one of pumps) {
    told.last = one
    if (timeOf(textOf(one, first)) < quick) continue
    const measured = () => [1, 2, 4].map((times) => quickest(textOf(one, first * times)))
    const grows = (times) => times[2] > 4 * quick && times[2] > growth * times[0]
    // A busy machine makes any of them slow once; what grows does so each time.
    if (Array.from({ length: 5 }).every(() => grows(measured()))) told.grows.push({ one, times: measured() })
    if (told.grows.length) break
  }
`)

/** An input for which an expression takes more than in proportion to its length; undefined where none was found. */
function worseThanLinear({ source, flags }: Pick<Expression, 'source' | 'flags'>) {
  const told: { last?: unknown; grows: { one: unknown }[] } = { grows: [] }
  const given = { source, flags, pumps: [...pumpsOf(source)], first: FIRST, quick: QUICK, growth: GROWTH, told }
  const context = createContext({ ...given, now: () => performance.now() })
  try {
    program.runInContext(context, { timeout: NEVER_ENDS })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return told.last
    throw error
  }
  return told.grows[0]?.one
}

describe('a regular expression', () => {
  it.each(making)('that is made of texts is made while $file loads, so that it is tried as well', ({ file, made }) => {
    expect(madeIn(file).length).toBeGreaterThanOrEqual(made)
  })

  it.each(found.filter(({ expressions }) => expressions.length))(
    'takes a time in proportion to what it reads: $file',
    ({ expressions }) => {
      const slow = expressions.flatMap((one) => {
        const pump = worseThanLinear(one)
        return pump ? [{ ...one, pump }] : []
      })
      expect(slow).toEqual([])
    },
    120_000,
  )

  it.each([
    String.raw`^\+\d{1,4}([ ./-]?\(?\d+\)?)*$`,
    String.raw`^[^\s]*[\d@][^\s]*$`,
    String.raw`[a-z-]+\/[0-9a-f-]{36}`,
    String.raw`[\s,]+(usa?|canada)\.?$`,
    String.raw`exceed\w* [\w ]*(rate|limit|quota)`,
    String.raw`\[[^\]]*\]`,
    ' +$',
    String.raw`<(\/?)([a-z][^\s<>/]*)[^<>]*>`,
  ])(
    'that takes longer would be found: %s',
    (source) => {
      expect(worseThanLinear({ source, flags: '' })).toBeDefined()
    },
    120_000,
  )
})
