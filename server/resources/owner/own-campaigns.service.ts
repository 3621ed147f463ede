import type { z } from 'zod'
import { NOT_IN_FUTURE } from '#contract/campaign-messages.ts'
import type { KnownCampaign, OwnCampaign, ownCampaigns } from '#contract/owner/campaigns.ts'
import { isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery, writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { notFound, refused } from '../../errors.ts'
import { ownedUnits } from '../campaign-units/pairs.repository.ts'
import type { Said } from '../campaign-units/said.ts'
import { TEXTS } from '../campaigns/languages.ts'

const COLUMNS = ['number', 'type', ...TEXTS, 'advice', 'remedy_from', 'phone'] as const
const FRENCH = TEXTS.map((name) => `${name}_fr` as const)
type Language = 'en' | 'fr' | undefined
type Row = KnownCampaign & Record<(typeof FRENCH)[number], string>

const columns = [...COLUMNS, ...FRENCH].map((name) => `campaigns.${name}`).join(', ')
const rvsOfOwner = `(unit.vin in (select full_vin from rvs where user_id = ? and is_deleted = 0)
  or unit.confirmed_rv in (select id from rvs where user_id = ? and is_deleted = 0))`

/** The campaign in a language, each text in English if it has no French. */
function inLanguage<One extends Row>(row: One, language: Language) {
  const { title_fr, defect_fr, risk_fr, remedy_fr, ...known } = row
  if (language !== 'fr') return known
  const french = { title: title_fr, defect: defect_fr, risk: risk_fr, remedy: remedy_fr }
  return { ...known, ...Object.fromEntries(Object.entries(french).filter(([, text]) => text)) }
}

type WhichCampaigns = z.output<typeof ownCampaigns.campaigns.input> & { unit_ids?: readonly string[] }

/** The campaigns, except drafts, of an owner's RVs, of one RV with `rv_id`, or of some vehicles with `unit_ids`. */
export async function campaignsOf(
  db: Db,
  owner: string,
  { rv_id, unit_ids, language }: WhichCampaigns,
): Promise<OwnCampaign[]> {
  const only: [sql: string, value: string][] = [
    ...(rv_id === undefined ? [] : [['pair.rv_id = ?', rv_id] as [string, string]]),
    ...(unit_ids === undefined
      ? []
      : [[`pair.unit_id in ${engineOf(db).textsFromJson}`, JSON.stringify(unit_ids)] as [string, string]]),
  ]
  const rows = await readQuery<Row & OwnCampaign>(
    db,
    `select pair.unit_id as _id, pair.rv_id, pair.status, unit.done_on, notice.at as told_at, notice.acknowledged_at,
       ${columns}
     from ${ownedUnits(rvsOfOwner)}
     inner join campaign_units as unit on unit.id = pair.unit_id
     inner join campaigns on campaigns.id = pair.campaign_id and campaigns.opened_at is not null
     left join campaign_notices as notice on notice.seq = (select max(seq) from campaign_notices
       where unit_id = pair.unit_id and user_id = pair.user_id and kind = 'told' and withdrawn_at is null)
     where pair.user_id = ? ${only.map(([sql]) => `and ${sql}`).join(' ')}
     order by campaigns.opened_at desc, pair.rv_id`,
    [owner, owner, owner, owner, owner, ...only.map(([, value]) => value)],
  )
  return rows.map((row) => inLanguage(row, language))
}

/** Records that the owner has read what they were told about a vehicle. Throws 404 for one that is not theirs. */
export async function acknowledge(db: Db, owner: string, unit_id: string) {
  await findOwn(db, owner, unit_id)
  await writeQuery(
    db,
    `update campaign_notices set acknowledged_at = ? where unit_id = ? and user_id = ? and kind = 'told'
     and acknowledged_at is null`,
    [isoNow(), unit_id, owner],
  )
  // The office's list shows this, and is cached until a vehicle moves.
  await writeQuery(db, 'update campaign_units set told_at = told_at where id = ?', [unit_id])
}

/** Stores what the owner says happened to a vehicle. Throws 404 for one that is not theirs. */
export async function sayOf(db: Db, owner: string, { _id, what, on }: z.output<typeof ownCampaigns.say.input>) {
  const { rv_id } = await findOwn(db, owner, _id)
  const day = isoNow().slice(0, 10)
  if (on !== undefined && on > day) throw refused('on', NOT_IN_FUTURE, 'too_large')
  const said: Said = { what, on: on ?? day, rv_id, user_id: owner }
  await db
    .updateTable('campaign_units')
    .set({ said: JSON.stringify(said) })
    .where('id', '=', _id)
    .execute()
}

async function findOwn(db: Db, owner: string, unit_id: string) {
  const [own] = await campaignsOf(db, owner, { unit_ids: [unit_id] })
  if (!own) throw notFound('This campaign')
  return own
}

/** The campaigns open for a vehicle, whoever has it. */
export async function lookUpVin(db: Db, { vin, language }: z.output<typeof ownCampaigns.lookup.input>) {
  const rows = await readQuery<Row>(
    db,
    `select ${columns} from campaign_units as unit
     inner join campaigns on campaigns.id = unit.campaign_id and campaigns.opened_at is not null
     where unit.vin = ? and unit.status = 'open' and unit.is_deleted = 0 order by campaigns.opened_at desc`,
    [vin],
  )
  return rows.map((row) => inLanguage(row, language))
}
