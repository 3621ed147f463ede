import { NO_REPORT_WANTED, NOT_BEGUN, NOT_IN_FUTURE, TOLD_LATER } from '#contract/campaign-messages.ts'
import {
  type CampaignReport,
  type Figures,
  isBefore,
  lastDayOf,
  type Reason,
  reasons,
  reportDueOn,
  reportsBegunBy,
} from '#contract/campaign-report.ts'
import { fromZonedTime, toZonedTime } from '#contract/zoned-time.ts'
import { dayLater } from '../../clock.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { AppError, refused } from '../../errors.ts'
import { readRow } from '../../records/rows.ts'
import { activeCampaign } from './campaigns.repository.ts'

type Which = { campaign_id: string; quarter: string }
/** What is stored of a filed report. */
type Kept = Figures & Pick<CampaignReport, 'number' | 'due_on'>

/**
 * The report of a quarter, with days in the office's `zone`; if filed, as filed. Throws 404, and 422 for a quarter
 * before the regulator was told.
 */
export async function reportOf(db: Db, { campaign_id, quarter }: Which, zone: string): Promise<CampaignReport> {
  const campaign = await readRow(db, 'campaigns', campaign_id)
  const decided_on = String(campaign['decided_on'])
  const filed = await filedReport(db, { campaign_id, quarter })
  // A filed report is answered even if the day has been edited since.
  if (!filed && isBefore(quarter, decided_on)) throw refused('quarter', TOLD_LATER, 'too_small')
  const figures = await figuresOf(db, campaign_id, lastDayOf(quarter), zone)
  const now: Kept = { ...figures, number: String(campaign['number']), due_on: reportDueOn(quarter, decided_on) }
  return {
    ...(filed?.kept ?? now),
    quarter,
    filed: filed ? { submitted_on: filed.submitted_on } : null,
    differs: filed ? differencesOf(filed.kept, now) : {},
  }
}

async function filedReport(db: Db, { campaign_id, quarter }: Which) {
  const row = await db
    .selectFrom('campaign_reports')
    .selectAll()
    .where('campaign_id', '=', campaign_id)
    .where('quarter', '=', quarter)
    .executeTakeFirst()
  return row && { submitted_on: row.submitted_on, kept: JSON.parse(row.figures) as Kept }
}

/** The current day at the office, and its zone. */
type Office = { today: string; zone: string }

/**
 * Stores the figures of a filed report. Throws 404, also for a deleted campaign, 409 for one that was not opened and
 * for a report already filed, and 422 for a quarter whose report cannot be filed yet and for a day in the future.
 */
export async function fileReport(db: Db, which: Which & { submitted_on: string }, { today, zone }: Office) {
  const { campaign_id, quarter, submitted_on } = which
  const campaign = await activeCampaign(db, campaign_id)
  if (!campaign['opened_at']) throw new AppError(409, 'This campaign has not been opened yet.', { code: 'conflict' })
  if (await filedReport(db, which)) throw new AppError(409, 'This report has been filed already.', { code: 'conflict' })
  refuseUnwanted(quarter, String(campaign['decided_on']), today)
  if (submitted_on > today) throw refused('submitted_on', NOT_IN_FUTURE, 'too_large')
  const { quarter: _, filed: _filed, differs: _differs, ...kept } = await reportOf(db, which, zone)
  await db
    .insertInto('campaign_reports')
    .values({ campaign_id, quarter, submitted_on, figures: JSON.stringify(kept satisfies Kept) })
    .execute()
  return reportOf(db, which, zone)
}

/** Refuses a quarter for which no report is wanted, or not yet, and says why. */
function refuseUnwanted(quarter: string, decided_on: string, today: string) {
  if (reportsBegunBy(today, decided_on).some((one) => one.quarter === quarter)) return
  if (isBefore(quarter, decided_on)) throw refused('quarter', TOLD_LATER, 'too_small')
  throw reportDueOn(quarter, decided_on)
    ? refused('quarter', NOT_BEGUN, 'too_large')
    : refused('quarter', NO_REPORT_WANTED)
}

const COUNTED = ['involved', 'remedied', 'no_remedy_needed', 'open'] as const

function differencesOf(filed: Figures, now: Figures) {
  const single = COUNTED.map((name) => [name, now[name] - filed[name]] as const)
  const why = reasons.map((name) => [`unreachable.${name}`, now.unreachable[name] - filed.unreachable[name]] as const)
  return Object.fromEntries([...single, ...why].filter(([, by]) => by !== 0))
}

type Counted = { status: string; reason: Reason | null; is_done: number; units: number }

async function figuresOf(db: Db, campaign_id: string, until: string, zone: string): Promise<Figures> {
  const counted = await readQuery<Counted>(
    db,
    `select status, reason, is_done, count(*) as units from (
       select status, reason, case when done_on <= ? then 1 else 0 end as is_done from campaign_units
       where campaign_id = ? and is_deleted = 0) as unit
     group by status, reason, is_done`,
    [until, campaign_id],
  )
  const told = await daysOfTelling(db, campaign_id, until, zone)
  const sum = (wanted: (one: Counted) => boolean) =>
    counted.filter(wanted).reduce((total, { units }) => total + Number(units), 0)
  const done = (status: string) => (one: Counted) => one.status === status && Number(one.is_done) === 1
  const unreachable = Object.fromEntries(
    reasons.map((reason) => [reason, sum((one) => done('unreachable')(one) && one.reason === reason)]),
  ) as Figures['unreachable']
  const involved = sum(() => true)
  const [remedied, no_remedy_needed] = [sum(done('remedied')), sum(done('no_remedy_needed'))]
  const away = Object.values(unreachable).reduce((total, one) => total + one, 0)
  return {
    involved,
    remedied,
    no_remedy_needed,
    unreachable,
    open: involved - remedied - no_remedy_needed - away,
    completion: involved ? Math.round(((remedied + no_remedy_needed) / involved) * 1000) / 10 : 0,
    notified_from: told[0] ?? null,
    notified_to: told.at(-1) ?? null,
  }
}

/** The first and last day on which owners were told, up to a day: letters have days, messages in the app moments. */
async function daysOfTelling(db: Db, campaign_id: string, until: string, zone: string) {
  const told = await readQuery<{ way: 'app' | 'letter'; first: string; last: string }>(
    db,
    `select way, min(at) as first, max(at) as last from campaign_notices
     where campaign_id = ? and withdrawn_at is null
       and ((kind = 'letter' and at <= ?) or (kind = 'told' and at < ?)) group by way`,
    [campaign_id, until, fromZonedTime(dayLater(until, 1), '00:00', zone)],
  )
  const days = told.flatMap(({ way, first, last }) =>
    [first, last].map((at) => (way === 'letter' ? at : toZonedTime(at, zone)[0])),
  )
  return days.sort()
}
