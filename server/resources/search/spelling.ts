import { distance } from 'fastest-levenshtein'
import { DAY, now } from '../../clock.ts'
import { isPostgres } from '../../db/engines/is-postgres.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { foldText, lettersOf } from '../../db/search/text-key.ts'

/** From this many letters on, one letter may be wrong, or two. */
const ONE_WRONG_FROM = 5
const TWO_WRONG_FROM = 9
/** A shorter word resembles too many others. */
const SHORTEST = 2
/** For each word, the most similar ones. */
const MOST_WORDS = 40
const MOST_TEXTS = 200
/** A number, and the first transaction that had not begun when that was the last one. */
type Place = { last: number; next: number }
/** In milliseconds. Unused words are deleted just as often. */
const READ_ANEW_EVERY = DAY
/**
 * The words of names by length, as read since `began`. Those up to `settled` are complete; PostgreSQL transactions open
 * since `reached` may still commit others up to that.
 */
type Known = { began: number; settled: number; reached: Place | undefined; byLength: Map<number, Set<string>> }
const known = new WeakMap<Db, Known>()

/** The first transaction still open, and the first not begun. */
const TRANSACTIONS = `pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest,
  pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`

async function readWords(db: Db) {
  const words = wordsSoFar(db)
  const rows = await readQuery<{ id: number; word: string; oldest: number; next: number }>(
    db,
    `select id, word, ${isPostgres(db) ? TRANSACTIONS : '0 as oldest, 0 as next'}
     from name_words where id > ? order by id`,
    [words.settled],
  )
  for (const { word: key } of rows) {
    const word = lettersOf(key)
    // Numbers and addresses are not corrected.
    if (/[\d@]/.test(word)) continue
    const alike = words.byLength.get(word.length) ?? new Set()
    words.byLength.set(word.length, alike.add(word))
  }
  settle(words, rows.at(-1))
  return words.byLength
}

function wordsSoFar(db: Db) {
  const before = known.get(db)
  if (before && now() - before.began < READ_ANEW_EVERY) return before
  const words: Known = { began: now(), settled: 0, reached: undefined, byLength: new Map() }
  known.set(db, words)
  return words
}

/**
 * Moves on to where nothing can be missing any more; `newest` is the last word of a read, with the transactions open
 * then.
 */
function settle(words: Known, newest: { id: number; oldest: number; next: number } | undefined) {
  if (!newest) return
  const { id, oldest, next } = newest
  words.reached ??= { last: id, next }
  if (oldest < words.reached.next) return
  words.settled = Math.max(words.settled, words.reached.last)
  words.reached = undefined
}

type Spelled = { text: string; wrong: number }

/**
 * Texts made of words in names that this one may have meant, most similar first: with one different letter from five
 * letters on, with two from nine on. Numbers and email addresses are not corrected.
 */
export async function spelledAlike(db: Db, text: string): Promise<string[]> {
  const key = foldText(text).trim()
  const letters = key.replaceAll(/[^\p{L}]/gu, '').length
  const allowed = letters < ONE_WRONG_FROM ? 0 : letters < TWO_WRONG_FROM ? 1 : 2
  if (!allowed || key.includes('@')) return []
  const words = await readWords(db)
  let texts: Spelled[] = [{ text: '', wrong: 0 }]
  for (const word of key.split(' ')) {
    const alike = wordsAlike(words, word, allowed)
    texts = texts
      .flatMap((before) =>
        alike.map(({ text, wrong }) => ({ text: `${before.text} ${text}`.trim(), wrong: before.wrong + wrong })),
      )
      .filter(({ wrong }) => wrong <= allowed)
      .sort((one, other) => one.wrong - other.wrong)
      .slice(0, MOST_TEXTS)
  }
  return texts.filter(({ wrong }) => wrong > 0).map(({ text }) => text)
}

function wordsAlike(words: Map<number, Set<string>>, word: string, allowed: number): Spelled[] {
  const itself = [{ text: word, wrong: 0 }]
  if (word.length < SHORTEST || /\d/.test(word)) return itself
  const alike: Spelled[] = []
  for (let length = word.length - allowed; length <= word.length + allowed; length++) {
    for (const other of words.get(length) ?? []) {
      const wrong = distance(word, other)
      if (wrong > 0 && wrong <= allowed) alike.push({ text: other, wrong })
    }
  }
  alike.push(...apart(words, word))
  return [...itself, ...alike.sort((one, other) => one.wrong - other.wrong).slice(0, MOST_WORDS)]
}

/** Two words with the blank between them missing, or mistyped as a letter. */
function apart(words: Map<number, Set<string>>, word: string): Spelled[] {
  const isKnown = (part: string) => words.get(part.length)?.has(part) ?? false
  const ends = Array.from({ length: word.length }, (_, place) => place).filter((end) => isKnown(word.slice(0, end)))
  return ends.flatMap((end) =>
    [end, end + 1]
      .filter((start) => isKnown(word.slice(start)))
      .map((start) => ({ text: `${word.slice(0, end)} ${word.slice(start)}`, wrong: 1 })),
  )
}
