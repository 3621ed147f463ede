import { createHash } from 'node:crypto'
import type { LetterLanguage } from '#contract/campaign-units.ts'
import { isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery, writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { openChange } from '../../records/open-change.ts'
import { recordNew } from '../../records/plan/sources/facts.ts'
import type { Own } from '../../records/record-tables.ts'
import { mayBe, ownedUnits, possibleUnits } from '../campaign-units/pairs.repository.ts'
import { moveCounts } from '../notifications/counts.service.ts'
import { DELIVER_NOTIFICATION } from '../notifications/delivery.service.ts'
import { AT_ONCE } from '../notifications/notifications.repository.ts'
import { languageOf } from '../users/languages.ts'
import { campaignTexts, hasFrench } from './languages.ts'
import { type Told, textOf } from './telling-words.ts'
import { heardBefore, notYetTold, withdrawnBefore } from './told-before.ts'

type Campaign = Pick<
  Own<'campaigns'> & { id: string },
  'id' | 'type' | 'phone' | 'advice' | 'round' | 'opened_by' | 'opened_at' | (typeof campaignTexts)[number]
>

/**
 * Tells these vehicles' owners what they have not been told in their campaigns' present round: that their vehicle needs
 * a remedy, that it may need one, or that it no longer does. Nobody is told twice: a unique index ensures that. An owner
 * who was told about another vehicle before `since` (ISO 8601), when this may have become theirs, gets a new message.
 * Call it in a transaction.
 */
export async function tellUnits(db: Db, unitIds: string[], since?: string) {
  if (!unitIds.length) return
  const these = [JSON.stringify(unitIds)]
  const only = `unit.id in ${engineOf(db).textsFromJson}`
  const owned = await readQuery<Told & { status: string }>(
    db,
    `select pair.* from ${ownedUnits(only)} order by pair.unit_id, pair.rv_id`,
    [...these, ...these],
  )
  const known = new Set(owned.map(({ unit_id }) => unit_id))
  const possible = await readQuery<Told & { status: string }>(db, `select pair.* from ${possibleUnits(only)}`, [
    ...these,
    ...these,
  ])
  const gone = await readQuery<Told>(
    db,
    `select notice.unit_id, notice.campaign_id, notice.user_id, notice.rv_id from campaign_notices as notice
     inner join campaign_units as unit on unit.id = notice.unit_id
     inner join rvs on rvs.id = notice.rv_id and rvs.user_id = notice.user_id
     where notice.kind = 'told' and notice.withdrawn_at is null and (unit.is_deleted = 1 or ${mayBe} is not true) and ${only}`,
    these,
  )
  const isOpen = ({ status }: { status: string }) => status === 'open'
  // First, as the same owner may have another RV that is the vehicle now.
  await tellEach(
    db,
    gone.map((one) => ({ ...one, kind: 'withdrawn' as const })),
    since,
  )
  await tellEach(
    db,
    [
      ...owned.filter(isOpen).map((one) => ({ ...one, kind: 'told' as const })),
      ...possible
        .filter((one) => isOpen(one) && !known.has(one.unit_id))
        .map((one) => ({ ...one, kind: 'asked' as const })),
    ],
    since,
  )
  await noteTold(db, only, these)
}

/** Tells those of these who were not told yet, each in the words of their campaign. */
async function tellEach(db: Db, all: Told[], since: string | undefined) {
  for (const [campaign_id, some] of Map.groupBy(all, ({ campaign_id }) => campaign_id)) {
    const campaign = await db
      .selectFrom('campaigns')
      .select(['id', 'type', 'phone', 'advice', 'round', 'opened_by', 'opened_at', ...campaignTexts])
      .where('id', '=', campaign_id)
      .executeTakeFirst()
    if (!campaign?.opened_at) continue
    const fresh = await notYetTold(db, some, (one) => roundOf(campaign, one))
    const before = await withdrawnBefore(db, fresh)
    const times = ({ unit_id, user_id }: Told) => before.get(`${unit_id} ${user_id}`) ?? 0
    const heard = since === undefined ? () => 0 : await heardBefore(db, fresh, since)
    const reads = hasFrench(campaign)
      ? await languageOf(
          db,
          fresh.map(({ user_id }) => user_id),
        )
      : () => 'en' as const
    const whatOf = (one: Told): What => ({
      kind: one.kind,
      round: roundOf(campaign, one),
      time: times(one),
      heard: heard(one),
      language: reads(one.user_id),
    })
    for (const told of Map.groupBy(fresh, (one) => Object.values(whatOf(one)).join()).values()) {
      const [first] = told
      if (first) await tell(db, campaign, whatOf(first), told)
    }
  }
}

/**
 * What is said in which round and language, after how many times of saying the opposite, and how many messages about other
 * vehicles.
 */
type What = { kind: Told['kind']; round: number; time: number; heard: number; language: LetterLanguage }

// They are asked once for their VIN, whatever the round, and once more where they mistyped it.
const roundOf = (campaign: Campaign, { kind, is_mistyped }: Told) =>
  kind === 'told' ? Number(campaign.round) : kind === 'asked' && is_mistyped ? 2 : 1

async function tell(db: Db, campaign: Campaign, what: What, told: Told[]) {
  const { kind, round, language } = what
  const notification_id = await messageOf(db, campaign, what)
  const at = isoNow()
  const noted = await writeQuery<{ unit_id: string; user_id: string }>(
    db,
    `insert into campaign_notices
       (unit_id, rv_id, user_id, campaign_id, way, kind, round, at, language, state, notification_id)
     select asked.value ->> 0, asked.value ->> 1, asked.value ->> 2, ?, 'app', ?, cast(? as integer), ?, ?, 'waiting', ?
     from ${engineOf(db).rowsFromJson} where true on conflict do nothing returning unit_id, user_id`,
    [
      campaign.id,
      kind,
      round,
      at,
      language,
      notification_id,
      JSON.stringify(told.map(({ unit_id, rv_id, user_id }) => [unit_id, rv_id, user_id])),
    ],
  )
  const fresh = noted.map(({ user_id }) => user_id)
  if (kind === 'withdrawn') for (const one of told) await withdraw(db, one, at)
  const added = await writeQuery(
    db,
    `insert into notification_recipients (notification_id, user_id, state, attempts, updated_at)
     select ?, users.id, 'waiting', 0, ? from users where users.id in ${engineOf(db).textsFromJson}
     and not exists (select 1 from notification_recipients as known
       where known.notification_id = ? and known.user_id = users.id) returning user_id`,
    [notification_id, at, JSON.stringify([...new Set(fresh)]), notification_id],
  )
  const recipients = added.length
  if (!recipients) return
  await db
    .updateTable('notifications')
    .set((message) => ({ recipients: message('recipients', '+', recipients) }))
    .where('id', '=', notification_id)
    .execute()
  const { waiting = 0, sending = 0 } = await moveCounts(db, notification_id, { waiting: recipients })
  // The job that delivers a message continues while someone is waiting; two would each take the other for dead.
  if (waiting + sending === recipients) await enqueue(db, DELIVER_NOTIFICATION, { notification_id })
}

const withdraw = (db: Db, { unit_id, user_id }: Told, withdrawn_at: string) =>
  db
    .updateTable('campaign_notices')
    .set({ withdrawn_at })
    .where('unit_id', '=', unit_id)
    .where('user_id', '=', user_id)
    .where('way', '=', 'app')
    .where('withdrawn_at', 'is', null)
    .execute()

/**
 * The message of a round that says the same, from the same day: those told later get that day's wording and date. The
 * first who needs it writes it.
 */
async function messageOf(db: Db, campaign: Campaign, { kind, round, time, heard, language }: What) {
  const text = textOf(campaign, kind, language)
  const says = createHash('sha256').update(Object.values(text).join('\n')).digest('base64url').slice(0, 12)
  const called = [kind, ...(time ? [time] : []), ...(heard ? [`+${heard}`] : []), isoNow().slice(0, 10), says].join(' ')
  const which = { campaign_id: campaign.id, round, kind: called }
  const known = await db
    .selectFrom('campaign_rounds')
    .select('notification_id')
    .where('campaign_id', '=', campaign.id)
    .where('round', '=', round)
    .where('kind', '=', which.kind)
    .executeTakeFirst()
  if (known) return known.notification_id
  const change = openChange({
    actor: { kind: 'system' as const, reason: `Campaign: ${campaign.title}` },
    call: 'campaign-told',
    kind: 'send',
    message: '',
  })
  const notification_id = await recordNew(
    db,
    'notifications',
    {
      ...text,
      ...AT_ONCE,
      sent_by: campaign.opened_by ?? '',
      recipients: 0,
      counts: '{}',
      purpose: campaign.type === 'recall' ? 'safety' : 'service',
      no_consent: 0,
      imprint: '',
      audience: null,
    },
    change,
  )
  await db
    .insertInto('campaign_rounds')
    .values({ ...which, notification_id })
    .execute()
  return notification_id
}

/** Stores with each vehicle when its present owner was told, for counts and filters. */
const noteTold = (db: Db, only: string, these: string[]) =>
  writeQuery(
    db,
    `update campaign_units set told_at = (
       select max(notice.at) from campaign_notices as notice
         inner join rvs on rvs.id = notice.rv_id and rvs.user_id = notice.user_id and rvs.is_deleted = 0
         where notice.unit_id = campaign_units.id and notice.kind = 'told' and notice.withdrawn_at is null
     ) where campaign_units.id in (select unit.id from campaign_units as unit where ${only})`,
    these,
  )
