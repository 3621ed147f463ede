import { reportsOf } from '#contract/campaign-report.ts'
import { dayLater, writtenDay } from '../../clock.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { ownersDueOn } from './campaigns.repository.ts'
import { NOT_MAILED } from './letter-rows.ts'

/** What an open recall owes: letters to `count` owners, or the report of a quarter, named by `about`. */
export type Owed = { campaign_id: string; number: string; about: string; due_on: string; count: number }
export const LETTERS = 'letters'

/** What open recalls, or one of them, owe by this day, earliest first. */
export async function owedBy(db: Db, day: string, campaign_id?: string): Promise<Owed[]> {
  const one = campaign_id === undefined ? [] : [campaign_id]
  const only = `campaigns.type = 'recall' and campaigns.opened_at is not null and campaigns.closed_at is null
    and campaigns.is_deleted = 0 ${one.length ? 'and campaigns.id = ?' : ''}`
  const open = await readQuery<{ id: string; number: string; decided_on: string }>(
    db,
    `select id, number, decided_on from campaigns where ${only} order by id`,
    one,
  )
  const filed = await readQuery<{ campaign_id: string; quarter: string }>(
    db,
    `select campaign_id, quarter from campaign_reports
     inner join campaigns on campaigns.id = campaign_reports.campaign_id where ${only}`,
    one,
  )
  const unmailed = await readQuery<{ campaign_id: string; units: number }>(
    db,
    `select campaign_id, count(*) as units
     from campaigns cross join campaign_units
     where campaign_units.campaign_id = campaigns.id and campaign_units.is_deleted = 0 and campaign_units.status = 'open' and ${NOT_MAILED} and ${only}
     group by campaign_id`,
    one,
  )
  const isFiled = new Set(filed.map(({ campaign_id, quarter }) => `${campaign_id} ${quarter}`))
  const without = new Map(unmailed.map(({ campaign_id, units }) => [campaign_id, Number(units)]))
  const all = open.flatMap(({ id: campaign_id, number, decided_on }): Owed[] => [
    {
      campaign_id,
      number,
      about: LETTERS,
      due_on: ownersDueOn(decided_on),
      count: without.get(campaign_id) ?? 0,
    },
    ...reportsOf(decided_on).map(({ quarter, due_on }) => ({
      campaign_id,
      number,
      about: quarter,
      due_on,
      count: isFiled.has(`${campaign_id} ${quarter}`) ? 0 : 1,
    })),
  ])
  const owed = all.filter(({ due_on, count }) => due_on <= day && count > 0)
  return owed.sort((one, other) => one.due_on.localeCompare(other.due_on))
}

/** What is due, in words: 'letters to owners are due on 07-03-2026'. */
export function owedInWords({ number, about, due_on }: Owed, today: string) {
  const isOver = due_on < today
  const day = writtenDay(due_on)
  if (about === LETTERS) return `${number}: letters to owners ${isOver ? 'were' : 'are'} due on ${day}`
  return `${number}: the report of quarter ${about} ${isOver ? 'was' : 'is'} due on ${day}`
}

/** The tab of a campaign's page where it is done. */
export const tabOf = ({ about }: Owed) => (about === LETTERS ? 'notices' : 'reports')

/** The first day after which a recall owes nothing more. */
export const nothingDueAfter = (decided_on: string) => dayLater(reportsOf(decided_on).at(-1)?.due_on ?? decided_on, 1)
