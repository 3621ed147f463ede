import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export const PARTS = ['calls', 'lists', 'logins', 'writes', 'overload', 'soak', 'changes', 'sync', 'browser'] as const
export type Part = (typeof PARTS)[number]

const DATABASES = ['sqlite', 'postgres'] as const
export type DatabaseName = (typeof DATABASES)[number]

const text = (fallback: string) => ({ type: 'string', default: fallback }) as const
const flag = { type: 'boolean', default: false } as const

/**
 * Parses the options of `npm run bench`. Throws for an unknown one. Calls, logins, writes, overload, soak and sync run
 * at `middle` rows, pages in the browser at `most`.
 */
export function readOptions(words: string[]) {
  const { values } = parseArgs({
    args: words,
    options: {
      rows: text('1000,100000,1000000'),
      databases: text(DATABASES.join()),
      only: text(PARTS.join()),
      rounds: text('2'),
      against: text(''),
      soak: text('2'),
      json: flag,
      keep: flag,
    },
  })
  const rows = values.rows.split(',').map((word) => number('rows', word))
  const sorted = rows.toSorted((one, other) => one - other)
  return {
    rows: sorted,
    middle: sorted[Math.floor(sorted.length / 2)] as number,
    most: sorted.at(-1) as number,
    databases: among('databases', values.databases, DATABASES),
    parts: among('only', values.only, PARTS),
    rounds: number('rounds', values.rounds),
    soakMinutes: number('soak', values.soak),
    ...othersOf(values.against),
    json: values.json,
    keep: values.keep,
  }
}

function number(option: string, word: string) {
  const value = Number(word)
  if (!(value > 0)) throw new Error(`--${option}: ${word} is not a number above 0`)
  return value
}

function among<Word extends string>(option: string, words: string, known: readonly Word[]) {
  return words.split(',').map((word) => {
    const found = known.find((one) => one === word)
    if (!found) throw new Error(`--${option}: ${word} is none of ${known.join(', ')}`)
    return found
  })
}

/** Other builds: running ones by address, for the browser; others by folder, for calls. */
function othersOf(words: string) {
  const others = words ? words.split(',') : []
  const isAddress = (word: string) => /^https?:/.test(word)
  return {
    against: others.filter(isAddress).map((address) => new URL(address).origin),
    checkouts: others.filter((word) => !isAddress(word)).map((folder) => resolve(folder)),
  }
}
