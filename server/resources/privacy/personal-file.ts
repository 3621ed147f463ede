import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Kept, OwnersData } from '#contract/owner/account.ts'
import { isoNow } from '../../clock.ts'
import { escapeHtml } from '../../escape-html.ts'

/** All that is held about an owner, and what an erase would leave. */
export type Held = { data: OwnersData; kept: Kept[] }

/** What the parts are called, in the order in which people read them. */
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

/** A ZIP file with all that is held about an owner, as JSON and as a page to read: its name, its type and its bytes. */
export function personalFile(held: Held): [name: string, type: string, body: Readable] {
  const zip = new ZipFile()
  const file = zip.outputStream.pipe(new PassThrough())
  zip.addBuffer(Buffer.from(JSON.stringify(held, null, 2)), 'data.json')
  zip.addBuffer(Buffer.from(pageOf(held)), 'index.html')
  zip.end()
  return [`personal-data ${isoNow().slice(0, 10)}.zip`, 'application/zip', file]
}

/** The page. Everything that people have written is escaped. */
export function pageOf({ data, kept }: Held) {
  const parts = Object.entries(headings).map(([name, heading]) => {
    const value = data[name as keyof OwnersData]
    return `<h2>${heading}</h2>\n${Array.isArray(value) ? tableOf(value) : listOf(value)}`
  })
  const left = `<h2>What would stay after an erase</h2>\n${tableOf(kept)}`
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>What we hold about you</title>'
  const style =
    '<style>body{font:16px/1.5 sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}table{border-collapse:collapse}th,td{border:1px solid #999;padding:.25rem .5rem;text-align:left;vertical-align:top}</style>'
  return `<!doctype html>\n<html lang="en"><head>${head}${style}</head><body>\n<h1>What we hold about you</h1>\n<p>As of ${isoNow()}.</p>\n${[...parts, left].join('\n')}\n</body></html>\n`
}

type Row = Record<string, unknown>

function tableOf(rows: Row[]) {
  if (!rows.length) return '<p>Nothing.</p>'
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const heads = columns.map((column) => `<th scope="col">${labelOf(column)}</th>`).join('')
  const lines = rows.map((row) => `<tr>${columns.map((column) => `<td>${textOf(row[column])}</td>`).join('')}</tr>`)
  return `<table><thead><tr>${heads}</tr></thead><tbody>\n${lines.join('\n')}\n</tbody></table>`
}

const listOf = (row: Row) =>
  `<dl>${Object.entries(row)
    .map(([name, value]) => `<dt>${labelOf(name)}</dt><dd>${textOf(value)}</dd>`)
    .join('')}</dl>`

const labelOf = (name: string) => escapeHtml(name === '_id' ? 'id' : name.replaceAll('_', ' '))

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))
}
