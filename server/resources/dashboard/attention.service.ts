import {
  type AttentionKind,
  type AttentionLine,
  attentionKinds,
  CAMPAIGN_DUE_DAYS,
  DUE_DAYS,
  NEW_PROGRAM_DAYS,
  RECENT_DAYS,
} from '#contract/dashboard.ts'
import { todayIn } from '#contract/maintenance-items.ts'
import { FRENCH_PATH, KEYS_PATH, listPaths, recordPathOf, WEBHOOKS_PATH } from '#contract/paths.ts'
import { counted as inEnglish } from '#contract/plural.ts'
import { requestWords } from '#contract/privacy.ts'
import { TRANSFERS } from '#contract/transfers.ts'
import type { Actor } from '../../actor.ts'
import { DAY, dayLater, firstIdAt, isoNow, now, writtenDay } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Watch } from '../../watch/watch.ts'
import { LETTERS, owedBy, owedInWords, tabOf } from '../campaigns/due.ts'
import { findChange } from '../changes/history/changes.repository.ts'
import { describedChanges } from '../changes/history/described.ts'
import { keysSince, keysWithoutMaker } from '../keys/keys.service.ts'
import { manualsWithoutRequired } from '../manuals/coverage.repository.ts'
import { requestsDue } from '../privacy/requests.service.ts'
import { countTransfers } from '../rvs/transfers.repository.ts'
import { webhooksChangedSince, webhooksWithoutMaker } from '../webhooks/webhooks.service.ts'
import {
  dueItems,
  emptyPages,
  type Found,
  failedChanges,
  failedDeliveries,
  installedAt,
  manualsWithoutPdf,
  outdatedPdfs,
  readPutOff,
  rvsWithoutSerial,
  unfinishedFrench,
  withoutSecondFactor,
} from './attention.repository.ts'

/** Even after a long absence, an administrator's dashboard is not an archive. */
const MOST_CHANGES = 20
const SYSTEM = '/system'

/** A line without its kind; `since` is null if that is as old as the installation. */
type Line = Omit<AttentionLine, 'kind' | 'since'> & { since: string | null }
type Parts = Pick<Deps, 'settings'> & { db: Db; watch: Watch; today: string }

/** The line for a count, unless it is zero. */
const counted = ({ count, since }: Found, title: (count: number) => string, link: string): Line[] =>
  count ? [{ count, title: title(count), link, since }] : []

type Outdated = Awaited<ReturnType<typeof outdatedPdfs>>[number]
const outdatedLine = ({ _id, name, since }: Outdated, pdf: string) => ({
  count: 1,
  title: `${name}: ${pdf} out of date`,
  record_type: 'manuals' as const,
  record_id: _id,
  link: recordPathOf('manuals', _id),
  since,
})

const filtered = (path: string, filters: Record<string, string>) => `${path}?${new URLSearchParams(filters)}`

const ofKey = (record_id: string) => ({ count: 1, record_id, link: KEYS_PATH, action: 'end_key' as const })
const ofWebhook = (record_id: string) => ({ count: 1, record_id, link: WEBHOOKS_PATH, action: 'end_webhook' as const })

/** What recalls owe, by the office's days. */
async function campaignLines({ db, settings }: Parts, isMeant: (about: string) => boolean): Promise<Line[]> {
  const today = todayIn(settings.officeTimeZone)
  const owed = await owedBy(db, dayLater(today, CAMPAIGN_DUE_DAYS))
  return owed
    .filter(({ about }) => isMeant(about))
    .map((one) => ({
      count: one.count,
      title: owedInWords(one, today),
      record_type: 'campaigns' as const,
      record_id: one.campaign_id,
      link: `${recordPathOf('campaigns', one.campaign_id)}?tab=${tabOf(one)}`,
      since: `${dayLater(one.due_on, -CAMPAIGN_DUE_DAYS)}T00:00:00.000Z`,
    }))
}

/** Functions that read the lines of each kind. */
const lines: Record<AttentionKind, (parts: Parts) => Promise<Line[]>> = {
  async backup_failed({ watch }) {
    const { facts, standing } = await watch.look()
    const condition = standing.find(({ name }) => name === 'backup_failed' || name === 'backup_late')
    return condition
      ? [{ count: 1, title: condition.words, link: `${SYSTEM}#backups`, since: facts.backups?.last ?? null }]
      : []
  },
  async change_failed({ db }) {
    const ids = await failedChanges(db, firstIdAt(new Date(now() - RECENT_DAYS * DAY)))
    const changes = await Promise.all(ids.slice(0, MOST_CHANGES).map((id) => findChange(db, id)))
    const described = await describedChanges(db, changes)
    return described.map(({ _id, sentence, at }) => ({
      count: 1,
      title: `Stopped half-way: ${sentence}`,
      record_id: _id,
      link: filtered('/recent-changes', { change: _id }),
      since: at,
    }))
  },
  async deliveries_failed({ db }) {
    const messages = await failedDeliveries(db, isoNow(-RECENT_DAYS * DAY))
    return messages.map(({ id, title, failed, recipients, created_at }) => ({
      count: failed,
      title: `${title}: ${failed.toLocaleString('en')} of ${inEnglish(recipients, 'delivery', 'deliveries')} failed`,
      record_type: 'notifications' as const,
      record_id: id,
      link: filtered(listPaths.notifications, { view: 'sent', message: id, state: 'failed' }),
      action: 'retry_deliveries' as const,
      since: created_at,
    }))
  },
  pdf_outdated: async ({ db }) =>
    (await outdatedPdfs(db)).map((manual) => ({ ...outdatedLine(manual, 'PDF'), action: 'generate_pdf' as const })),
  pdf_missing: async ({ db }) =>
    counted(
      await manualsWithoutPdf(db),
      (count) => `${inEnglish(count, 'manual', 'manuals')} without a PDF`,
      filtered(listPaths.manuals, { has_pdf: 'false', status: 'active' }),
    ),
  pages_empty: async ({ db }) =>
    counted(
      await emptyPages(db),
      (count) => `${inEnglish(count, 'manual page', 'manual pages')} without text`,
      filtered(listPaths.manual_pages, { has_text: 'false', status: 'active' }),
    ),
  french_missing: async ({ db, settings }) =>
    counted(
      await unfinishedFrench(db, settings, ['none', 'part']),
      (count) => `${inEnglish(count, 'record lacks', 'records lack')} French, in whole or in part`,
      filtered(FRENCH_PATH, { state: 'none,part' }),
    ),
  french_older: async ({ db, settings }) =>
    counted(
      await unfinishedFrench(db, settings, ['older']),
      (count) => `${inEnglish(count, 'record has', 'records have')} French that is older than the English`,
      filtered(FRENCH_PATH, { state: 'older' }),
    ),
  french_pdf_outdated: async ({ db, settings }) =>
    (settings.languages.includes('fr') ? await outdatedPdfs(db, 'fr') : []).map((manual) =>
      outdatedLine(manual, 'French PDF'),
    ),
  topics_missing: async ({ db }) =>
    counted(
      await manualsWithoutRequired(db),
      (count) => `${inEnglish(count, 'manual lacks', 'manuals lack')} a required topic`,
      `${listPaths.manuals}?tab=coverage`,
    ),
  async maintenance_due({ db, today }) {
    const last = dayLater(today, DUE_DAYS)
    const { count, since } = await dueItems(db, today, last)
    return counted(
      { count, since: since && `${dayLater(since, -DUE_DAYS)}T00:00:00.000Z` },
      () => `${inEnglish(count, 'maintenance item is', 'maintenance items are')} due within seven days`,
      filtered(listPaths.maintenance_items, { due_date: `between_inclusive.${today}.${last}`, status: 'active' }),
    )
  },
  rvs_without_serial: async ({ db }) =>
    counted(
      await rvsWithoutSerial(db),
      (count) => `${inEnglish(count, 'RV', 'RVs')} without a serial number`,
      filtered(listPaths.rvs, { 'serial_no.op': 'is_empty' }),
    ),
  async transfers_waiting({ db }) {
    const title = (count: number) => `${inEnglish(count, 'RV waits', 'RVs wait')} to be transferred`
    return counted(await countTransfers(db), title, `${listPaths.rvs}?${TRANSFERS}`)
  },
  async privacy_request_due({ db, today }) {
    const requests = await requestsDue(db, dayLater(today, DUE_DAYS))
    return requests.map(({ kind, user_id, user_name, due_on, created_at }) => ({
      count: 1,
      title: `${user_name}: ${requestWords[kind].toLowerCase()} request ${due_on < today ? 'was' : 'is'} due on ${writtenDay(due_on)}`,
      record_type: 'users' as const,
      record_id: user_id,
      link: recordPathOf('users', user_id),
      since: created_at,
    }))
  },
  campaign_letters_due: async (parts) => campaignLines(parts, (about) => about === LETTERS),
  campaign_report_due: async (parts) => campaignLines(parts, (about) => about !== LETTERS),
  async key_added({ db }) {
    const added = await keysSince(db, isoNow(-NEW_PROGRAM_DAYS * DAY))
    return added.map(({ _id, name, made_by, created_at }) => ({
      ...ofKey(_id),
      title: `${made_by.name} added the key “${name}”`,
      since: created_at,
    }))
  },
  async webhook_changed({ db }) {
    const changed = await webhooksChangedSince(db, isoNow(-NEW_PROGRAM_DAYS * DAY))
    return changed.map(({ id, by, did, host, at }) => ({
      ...ofWebhook(id),
      title: `${by} ${did} the webhook to ${host}`,
      since: at,
    }))
  },
  async key_maker_inactive({ db }) {
    const keys = await keysWithoutMaker(db)
    return keys.map(({ _id, name, made_by }) => ({
      ...ofKey(_id),
      title: `The key “${name}” goes on without ${made_by.name}, who is deactivated`,
      since: null,
    }))
  },
  async webhook_maker_inactive({ db }) {
    const webhooks = await webhooksWithoutMaker(db)
    return webhooks.map(({ id, host, maker_name }) => ({
      ...ofWebhook(id),
      title: `The webhook to ${host} goes on without ${maker_name}, who is deactivated`,
      since: null,
    }))
  },
  async no_second_factor({ db }) {
    const [first, ...others] = await withoutSecondFactor(db)
    if (!first) return []
    const count = others.length + 1
    const title = others.length
      ? `${count.toLocaleString('en')} administrators have no second factor`
      : `${first.name} has no second factor`
    const one = others.length ? {} : { record_type: 'admins' as const, record_id: first.id }
    const link = filtered(listPaths.admins, { second_factor: 'false', status: 'ACTIVE' })
    return [{ count, title, ...one, link, since: first.created_at }]
  },
  async mail_not_set_up({ settings }) {
    return settings.smtpUrl === undefined
      ? [{ count: 1, title: 'Email is not set up', link: `${SYSTEM}#email`, since: null }]
      : []
  },
  async no_backup({ watch }) {
    const { facts, standing } = await watch.look()
    if (facts.backups?.last || standing.some(({ name }) => name === 'backup_failed' || name === 'backup_late'))
      return []
    return [{ count: 1, title: 'No backup yet', link: `${SYSTEM}#backups`, since: null }]
  },
}

/** What an administrator should see to, except lines put off. */
export async function readAttention(
  { db, settings, watch }: Pick<Deps, 'db' | 'settings'> & { watch: Watch },
  actor: Actor,
  timeZone: string | undefined,
): Promise<AttentionLine[]> {
  const looked = watch.look()
  const parts = { db, settings, watch: { look: () => looked }, today: todayIn(timeZone) }
  const isPutOff = await readPutOff(db, actor._id, isoNow())
  const kinds = (Object.keys(attentionKinds) as AttentionKind[]).filter((kind) => !isPutOff({ kind }))
  const found = await Promise.all(
    kinds.map(async (kind) => (await lines[kind](parts)).map((line) => ({ kind, ...line }))),
  )
  const shown = found.flat().filter((line) => !isPutOff(line))
  const oldest = shown.some(({ since }) => since === null) ? await installedAt(db) : ''
  return shown.map((line) => ({ ...line, since: line.since ?? oldest }))
}
