import { Readable } from 'node:stream'
import { LEFT_OUT, type LetterFormat, letterTypes, MOST_LETTERS, MOST_LISTED } from '#contract/campaign-letters.ts'
import { counted, formatNumber } from '#contract/plural.ts'
import type { Actor } from '../../actor.ts'
import { sourceOf } from '../../db/engines/snapshot.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { makePapers } from '../../integrations/pdf/make-pdf.ts'
import type { Papers } from '../../integrations/pdf/paper-document.ts'
import { countRecords, openChange } from '../../records/open-change.ts'
import type { Own } from '../../records/record-tables.ts'
import { readRow } from '../../records/rows.ts'
import type { exportsOf } from '../exports/exports.service.ts'
import { addressees, bulletinRows, letterRows, type Only, openVins, withoutAddress } from './letter-rows.ts'
import { bulletinOf, type From, letterOf } from './letter-sheets.ts'

type Parts = Pick<Deps, 'db' | 'bus'> & { files: ReturnType<typeof exportsOf> }
type Caller = { actor: Actor; gone: AbortSignal; write: (work: (db: Db) => Promise<void>) => Promise<unknown> }
type Campaign = Own<'campaigns'>
type Made = { total: number; body: Readable }

/**
 * A campaign's letters as a file, `from` a sender on a day: a PDF, or a row for each for a mailing house. That it was
 * made is recorded as a change before it is sent. Throws 404, 422 for more than one PDF holds, and 503 while other
 * files are made.
 */
export async function lettersFile(
  deps: Parts,
  { campaign_id, format, only }: { campaign_id: string; format: LetterFormat; only: Only },
  from: From,
  caller: Caller,
) {
  const campaign = (await readRow(deps.db, 'campaigns', campaign_id)) as unknown as Campaign
  const leftOut = await withoutAddress(deps.db, campaign_id, only)
  const rows = async () => start(deps, letterRows(deps.db, { ...campaign, id: campaign_id }, only), caller)
  const letters = async (): Promise<Made> => {
    const whom = await addressees(deps.db, { campaign_id, only }, MOST_LETTERS + 1)
    if (!whom.length) throw refused('only', 'There is nobody to write to.')
    if (whom.length > MOST_LETTERS) throw tooMany(MOST_LETTERS, 'letters')
    const sheets = whom.flatMap((one) => letterOf(campaign, one, from))
    return printed({ title: `${campaign.number}: ${campaign.title}`, sheets }, whom.length, caller.gone)
  }
  const made = await (format === 'csv' ? rows() : letters())
  await noteMade(deps, caller, 'admin/campaigns/letters', campaign_id, counted(made.total, 'letter', 'letters'))
  return file(campaign, `letters ${from.today}`, format, made.body, { [LEFT_OUT]: String(leftOut) })
}

/** The bulletin for dealers, made in the same way. */
export async function dealersFile(
  deps: Parts,
  { campaign_id, format }: { campaign_id: string; format: LetterFormat },
  from: From,
  caller: Caller,
) {
  const campaign = (await readRow(deps.db, 'campaigns', campaign_id)) as unknown as Campaign
  const bulletin = async (): Promise<Made> => {
    const vins = await openVins(deps.db, campaign_id, MOST_LISTED + 1)
    if (vins.length > MOST_LISTED) throw tooMany(MOST_LISTED, 'vehicles')
    const sheets = bulletinOf(campaign, vins, from)
    return printed({ title: `${campaign.number}: ${campaign.title}`, sheets }, vins.length, caller.gone)
  }
  const made = await (format === 'csv' ? start(deps, bulletinRows(deps.db, campaign_id), caller) : bulletin())
  await noteMade(deps, caller, 'admin/campaigns/dealers', campaign_id, counted(made.total, 'vehicle', 'vehicles'))
  return file(campaign, `dealers ${from.today}`, format, made.body)
}

const tooMany = (most: number, things: string) =>
  refused('format', `A PDF has at most ${formatNumber(most)} ${things}. Please take the CSV file.`, 'too_large')

const start = ({ db, files }: Parts, rows: ReturnType<typeof letterRows>, { gone }: Caller): Promise<Made> =>
  files.start({ ...rows, source: sourceOf(db), format: 'csv', sheet: '', publicUrl: '' }, gone)

async function printed(papers: Papers, total: number, gone: AbortSignal): Promise<Made> {
  const { bytes, missing } = await makePapers(papers, gone)
  if (missing.length) throw refused('format', cannotPrint(papers, missing))
  return { total, body: Readable.from([Buffer.from(bytes)]) }
}

/** Names the letters with characters that no font has: they would be sent with boxes in their place. */
function cannotPrint({ sheets }: Papers, missing: string[]) {
  const has = (texts: string[]) => texts.some((text) => missing.some((letter) => text.includes(letter)))
  const whose = sheets.find(({ address = [] }) => has(address))?.address?.[0]
  return `These characters cannot be printed: ${missing.slice(0, 10).join(' ')}. ${
    whose ? `They are in the address of ${whose}.` : 'They are in the texts of the campaign.'
  }`
}

async function noteMade({ bus }: Parts, { actor, write }: Caller, call: string, campaign_id: string, detail: string) {
  const change = openChange({
    actor,
    call,
    kind: 'export',
    message: `Made ${detail}.`,
    detail,
    isFinal: true,
  })
  await write((db) => countRecords(db, change, 'campaigns', [campaign_id]).then(() => {}))
  bus.publish({ kind: 'change', change_id: change.id, record_types: [] })
}

const file = (
  { number }: Campaign,
  what: string,
  format: LetterFormat,
  body: Readable,
  headers: Record<string, string> = {},
) => ({
  name: `${number} ${what}.${format}`.replaceAll(/[^\w\s().-]/g, '-'),
  type: letterTypes[format],
  body,
  headers,
})
