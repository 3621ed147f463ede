import { PassThrough, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import type { Kept, OwnersData } from '#contract/owner/owners-data.ts'
import { isoNow } from '../../clock.ts'
import { escapeHtml } from '../../escape-html.ts'

/** All data held about an owner, and what an erase would leave. */
export type OwnersFile = { data: OwnersData; kept: Kept[] }

/** The headings of the parts, in reading order. */
const headings: Record<keyof OwnersData, string> = {
  profile: 'Profile',
  preferences: 'What you agreed to',
  rvs: 'RVs',
  checklists: 'Checklists',
  maintenance: 'Maintenance',
  notifications: 'Messages to you',
  devices: 'Devices',
  sessions: 'Sessions',
  sign_ins: 'Sign-ins',
  failed_sign_ins: 'Sign-ins that failed',
  changes: 'What you have changed',
  changes_by_others: 'What others have changed',
  requests: 'What you have asked for',
  programs: 'Programs that could read this',
}

/** A ZIP file with all data held about an owner, as JSON and as a readable page: its name, type and bytes. */
export function personalFile(held: OwnersFile): [name: string, type: string, body: Readable] {
  const zip = new ZipFile()
  const file = zip.outputStream.pipe(new PassThrough())
  zip.addReadStream(Readable.from(inTurns(jsonOf(held))), 'data.json')
  zip.addReadStream(Readable.from(inTurns(pageOf(held))), 'index.html')
  zip.end()
  return [`personal-data ${isoNow().slice(0, 10)}.zip`, 'application/zip', file]
}

/** How many rows are written before others get their turn. */
const ROWS_AT_ONCE = 200

/** The same text in larger parts, between which others get their turn: an owner may have very many records. */
async function* inTurns(parts: Iterable<string>) {
  let waiting: string[] = []
  for (const part of parts) {
    waiting.push(part)
    if (waiting.length < ROWS_AT_ONCE) continue
    yield waiting.join('')
    waiting = []
    await setImmediate()
  }
  yield waiting.join('')
}

function* jsonOf({ data, kept }: OwnersFile) {
  yield '{"data":{'
  for (const [place, [name, value]] of Object.entries(data).entries()) {
    yield `${place ? ',' : ''}\n${JSON.stringify(name)}:`
    if (Array.isArray(value)) yield* listAsJson(value)
    else yield JSON.stringify(value)
  }
  yield '},\n"kept":'
  yield* listAsJson(kept)
  yield '}\n'
}

function* listAsJson(rows: readonly object[]) {
  for (const [place, row] of rows.entries()) yield `${place ? ',' : '['}\n${JSON.stringify(row)}`
  yield rows.length ? ']' : '[]'
}

/** The page, in parts. Everything that people wrote is escaped. */
export function* pageOf({ data, kept }: OwnersFile) {
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>What we hold about you</title>'
  const style =
    '<style>body{font:16px/1.5 sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}table{border-collapse:collapse}th,td{border:1px solid #999;padding:.25rem .5rem;text-align:left;vertical-align:top}</style>'
  yield `<!doctype html>\n<html lang="en"><head>${head}${style}</head><body>\n<h1>What we hold about you</h1>\n<p>As of ${isoNow()}.</p>\n`
  for (const [name, heading] of Object.entries(headings)) {
    const value = data[name as keyof OwnersData]
    yield `<h2>${heading}</h2>\n`
    if (Array.isArray(value)) yield* tableOf(value)
    else yield listOf(value)
  }
  yield '<h2>What would stay after an erase</h2>\n'
  yield* tableOf(kept)
  yield '</body></html>\n'
}

type Row = Record<string, unknown>

function* tableOf(rows: Row[]): Generator<string, void> {
  if (!rows.length) return yield '<p>Nothing.</p>\n'
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const heads = columns.map((column) => `<th scope="col">${labelOf(column)}</th>`).join('')
  yield `<table><thead><tr>${heads}</tr></thead><tbody>\n`
  for (const row of rows) yield `<tr>${columns.map((column) => `<td>${textOf(row[column])}</td>`).join('')}</tr>\n`
  yield '</tbody></table>\n'
}

const listOf = (row: Row) =>
  `<dl>${Object.entries(row)
    .map(([name, value]) => `<dt>${labelOf(name)}</dt><dd>${textOf(value)}</dd>`)
    .join('')}</dl>\n`

const labelOf = (name: string) => escapeHtml(name === '_id' ? 'id' : name.replaceAll('_', ' '))

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))
}
