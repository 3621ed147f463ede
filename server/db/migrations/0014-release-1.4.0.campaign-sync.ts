import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'
import { runAll } from './frozen/run-all.ts'

/** Notes for the owners' app when what it holds of campaigns moves: a row for each vehicle and owner, and the RV that it is. */
export async function campaignSync(db: MigrationDb) {
  await runAll(db, isPostgres(db) ? onPostgres() : onSqlite())
}

/**
 * SQL for vehicles, with the RVs that they are and whose these are. The vehicles lead, as SQLite takes cross joins in
 * the order in which they are written: one of very few campaigns would have it look at all RVs.
 */
const pairs = (units: string) => {
  const rv = 'rvs.is_deleted = 0 and rvs.user_id is not null'
  const listed = `unit.is_deleted = 0 and unit.rejected_rvs not like '%' || rvs.id || '%' and unit.id in (${units})`
  const opened = 'campaigns.id = unit.campaign_id and campaigns.opened_at is not null'
  const from = 'from campaign_units as unit cross join campaigns cross join rvs'
  return `select unit.id as unit_id, rvs.id as rv_id, rvs.user_id ${from}
      where rvs.full_vin = unit.vin and ${opened} and ${rv} and ${listed}
    union select unit.id, rvs.id, rvs.user_id ${from}
      where rvs.id = unit.confirmed_rv and rvs.full_vin is null and ${opened} and ${rv} and ${listed}`
}

/** SQL that notes vehicles for the owners they had until now, and for those they have. */
const noteUnits = (units: string, now: string) => `
  update synced set moved = ${now} where record_type = 'campaign_units' and record_id in (
    select held.record_id from (${units}) as moving inner join synced as held on held.record_type = 'campaign_units'
      and held.record_id >= moving.id || ' ' and held.record_id < moving.id || '!');
  insert into synced (record_type, record_id, owner_id, moved)
    select distinct 'campaign_units', pair.unit_id || ' ' || pair.user_id, pair.user_id, ${now} from (${pairs(units)}) as pair where true
    on conflict (record_type, record_id) do update set moved = excluded.moved;`

/** SQL that notes RVs, of which a number of open campaigns is a part. */
const noteRvs = (rvs: string, now: string) =>
  `update synced set moved = ${now} where record_type = 'rvs' and record_id in (${rvs});`

const noteNotice = (now: string) =>
  `update synced set moved = ${now} where record_type = 'campaign_units' and record_id = new.unit_id || ' ' || new.user_id;`

const isOpened = 'exists (select 1 from campaigns where id = new.campaign_id and opened_at is not null)'
const NEW_UNIT = 'select new.id as id'
const ofUnit = (row: string) =>
  `select id from rvs where full_vin = ${row}.vin union select id from rvs where id = ${row}.confirmed_rv`
const ofRv = (row: string) => `select id from campaign_units where vin = ${row}.full_vin
  union select id from campaign_units where confirmed_rv = ${row}.id`
/** Of more vehicles, all at once would hold up everybody else: a job notes some at a time. */
const AT_ONCE = 1000
const isLarge = `exists (select 1 from campaign_units where campaign_id = new.id limit 1 offset ${AT_ONCE})`
const OF_CAMPAIGN = `select id from campaign_units where campaign_id = new.id and not ${isLarge}`
const ofCampaign = (now: string, newId: string) =>
  `${noteRvs(`select pair.rv_id from (${pairs(OF_CAMPAIGN)}) as pair`, now)} ${noteUnits(OF_CAMPAIGN, now)}
  insert into jobs (id, kind, key, payload, run_at, attempts, due_at)
    select ${newId}, 'campaign-moved', new.id, '{}', new.updated_at, 0, new.updated_at where ${isLarge}
    on conflict (kind, key) where key is not null do nothing;`

const RV_MOVES = ['full_vin', 'user_id', 'is_deleted']
const RV_MOVED = RV_MOVES.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')
const UNIT_MOVES = 'vin, status, done_on, is_deleted, confirmed_rv, rejected_rvs'
const TEXTS = 'title, defect, risk, remedy, title_fr, defect_fr, risk_fr, remedy_fr, advice, remedy_from, phone'
/** What opens with a campaign the job notes that tells of it, some vehicles at a time. */
const CAMPAIGN_MOVES = `number, type, ${TEXTS}`
const NOTICE_MOVES = 'acknowledged_at, withdrawn_at'
const IS_OPENED = 'new.opened_at is not null'
const TO_OWNER = 'new.user_id is not null'

function onSqlite() {
  const now = '(select coalesce(max(moved), 0) + 1 from synced)'
  const trigger = (name: string, event: string, when: string, body: string) =>
    `create trigger ${name} after ${event} ${when && `when ${when}`} begin ${body} end`
  const rv = noteUnits(ofRv('new'), now)
  const unit = noteRvs(ofUnit('new'), now) + noteUnits(NEW_UNIT, now)
  return [
    trigger('rvs_campaigns_synced_insert', 'insert on rvs', 'new.full_vin is not null', rv),
    trigger(
      'rvs_campaigns_synced',
      `update of ${RV_MOVES.join(', ')} on rvs`,
      RV_MOVED,
      noteUnits(ofRv('old'), now) + rv,
    ),
    trigger('campaign_units_synced_insert', 'insert on campaign_units', isOpened, unit),
    trigger(
      'campaign_units_synced',
      `update of ${UNIT_MOVES} on campaign_units`,
      isOpened,
      noteRvs(ofUnit('old'), now) + unit,
    ),
    trigger(
      'campaigns_synced',
      `update of ${CAMPAIGN_MOVES} on campaigns`,
      IS_OPENED,
      ofCampaign(now, 'lower(hex(randomblob(16)))'),
    ),
    trigger('campaign_notices_synced_insert', 'insert on campaign_notices', TO_OWNER, noteNotice(now)),
    trigger('campaign_notices_synced', `update of ${NOTICE_MOVES} on campaign_notices`, TO_OWNER, noteNotice(now)),
  ]
}

function onPostgres() {
  const now = 'pg_catalog.pg_current_xact_id()::text::bigint'
  const made = (name: string, body: string) =>
    `create function sync_${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`
  const each = (name: string, event: string, when: string) =>
    `create trigger ${name}_synced after ${event} for each row ${when && `when (${when})`} execute function sync_${name}()`
  const ifUpdate = (body: string) => `if tg_op = 'UPDATE' then ${body} end if; `
  const unit = noteRvs(ofUnit('new'), now) + noteUnits(NEW_UNIT, now)
  return [
    made('rv_campaigns', ifUpdate(noteUnits(ofRv('old'), now)) + noteUnits(ofRv('new'), now)),
    `create trigger rv_campaigns_synced_insert after insert on rvs for each row when (new.full_vin is not null)
       execute function sync_rv_campaigns()`,
    each('rv_campaigns', `update of ${RV_MOVES.join(', ')} on rvs`, RV_MOVED),
    made('campaign_units', `if ${isOpened} then ${ifUpdate(noteRvs(ofUnit('old'), now))}${unit} end if;`),
    each('campaign_units', `insert or update of ${UNIT_MOVES} on campaign_units`, ''),
    made('campaigns', ofCampaign(now, 'pg_catalog.gen_random_uuid()::text')),
    each('campaigns', `update of ${CAMPAIGN_MOVES} on campaigns`, IS_OPENED),
    made('campaign_notices', noteNotice(now)),
    each('campaign_notices', `insert or update of ${NOTICE_MOVES} on campaign_notices`, TO_OWNER),
  ]
}
