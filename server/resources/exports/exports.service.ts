import { type ExportFields, formatNames, formatTypes } from '#contract/exports.ts'
import type { Actor } from '../../actor.ts'
import { isWithoutPeople, namesPeople } from '../../auth/program-keys/people.ts'
import type { Program, Session } from '../../auth/sessions.ts'
import { isoNow } from '../../clock.ts'
import { sourceOf } from '../../db/engines/snapshot.ts'
import { selectedNames, wholeList } from '../../db/lists/list-page.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AppError, refused } from '../../errors.ts'
import { showsOwners } from '../../records/erased.ts'
import { countRecords, openChange } from '../../records/open-change.ts'
import { formatRecordCount, isFrench, recordTables } from '../../records/record-tables.ts'
import { servedKinds } from '../kinds.ts'
import { exportColumns } from './export-columns.ts'
import { type ExportWork, startExport, type TableWork } from './export-thread.ts'

/** Per server: each takes a thread, and a connection to the database. */
const MOST_AT_ONCE = 2
const SECONDS_TO_WAIT = 10

const busy = () =>
  new AppError(503, 'Other exports are still running. Please try again in a moment.', {
    code: 'busy',
    retryAfter: SECONDS_TO_WAIT,
  })

type Caller = {
  actor: Actor
  /** For a program: what its key allows. */
  session?: Pick<Session, 'program'>
  gone: AbortSignal
  write: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>
}

/** The exports of a server. */
export function exportsOf({ db, bus, settings }: Pick<Deps, 'db' | 'bus' | 'settings'>) {
  /** Functions that end each, with whether its rows may name an owner. */
  const running = new Map<() => void, boolean>()
  // A file in progress has the data of before: it would still include someone who is erased.
  const unsubscribe = bus.subscribe(({ kind }) => {
    if (kind === 'erased') for (const [leave, isOfOwners] of running) if (isOfOwners) leave()
  })

  /** What an export's thread has to do. Throws 422 for what its list does not have, and 503 while others run. */
  function plan(fields: ExportFields, program?: Program): TableWork {
    if (running.size >= MOST_AT_ONCE) throw busy()
    const { record_type, format, columns: chosen, ids, except, sort, filters, is_deleted, ...narrowed } = fields
    const { list } = servedKinds[record_type]
    const { page: _page, per_page: _perPage, ...scope } = narrowed
    for (const field of Object.keys(scope)) {
      if (!list.columns[field]) throw refused('filters', `This list cannot be filtered by the field ${field}.`)
    }
    const everything = exportColumns(record_type, selectedNames(db, list), chosen)
    const isHidden = program !== undefined && isWithoutPeople(program.grant)
    // Callers who name columns get them; all others see no French if owners read none.
    const isEnglish = chosen === undefined && !settings.languages.includes('fr')
    const columns = everything.filter(
      ({ from }) =>
        !(isHidden && from.some(namesPeople)) && !(isEnglish && from.some((name) => isFrench(record_type, name))),
    )
    const wanted = { ids, except, columns: [...new Set(columns.flatMap(({ from }) => from))] }
    const narrowedTo = {
      ...Object.fromEntries(Object.entries(scope).map(([field, value]) => [field, String(value)])),
      // Without programs and withdrawn invitations, as in the list.
      ...(list.scopes?.hidden && { hidden: 'false' }),
    }
    const statements = wholeList(db, list, { sort, filters, is_deleted }, narrowedTo, wanted)
    const { publicUrl } = settings
    return { ...statements, source: sourceOf(db), format, columns, sheet: headingOf(record_type), publicUrl }
  }

  /**
   * Starts a file on its own thread, which ends once the caller is gone, and, if it may name owners, once one of them
   * is erased. Throws 503 while others run.
   */
  async function start(work: ExportWork, gone: AbortSignal, isOfOwners = true) {
    if (running.size >= MOST_AT_ONCE) throw busy()
    let stop = () => {}
    const leave = () => {
      running.delete(leave)
      stop()
    }
    running.set(leave, isOfOwners)
    gone.addEventListener('abort', leave)
    try {
      const started = await startExport(work, (end) => {
        stop = end
        if (gone.aborted) end()
      })
      started.body.once('close', leave)
      return { ...started, leave }
    } catch (error) {
      leave()
      throw error
    }
  }

  /** The file of an export. That it was made is recorded as a change before the first byte is sent. */
  async function make(fields: ExportFields, { actor, gone, write, session }: Caller) {
    const { record_type, format } = fields
    const { total, body, leave } = await start(
      plan(fields, session?.program),
      gone,
      showsOwners(servedKinds[record_type].list),
    )
    try {
      const change = openChange({
        actor,
        call: 'admin/export',
        kind: 'export',
        message: `Exported ${formatRecordCount(record_type, total)} as ${formatNames[format]}.`,
        detail: formatNames[format],
        done: total,
        isFinal: true,
        title: headingOf(record_type),
      })
      await write((db) => countRecords(db, change, record_type, []))
      bus.publish({ kind: 'change', change_id: change.id, record_types: [] })
      return { name: fileName(record_type, format), type: formatTypes[format], body }
    } catch (error) {
      leave()
      throw error
    }
  }

  return {
    plan,
    start,
    make,
    /** Ends all running ones: the server is stopping. */
    stop() {
      unsubscribe()
      for (const leave of running.keys()) leave()
    },
  }
}

const headingOf = (type: ExportFields['record_type']) => recordTables[type].heading ?? recordTables[type].tag

/** A name that suits any file system and an HTTP header. */
const fileName = (type: ExportFields['record_type'], format: string) =>
  `${headingOf(type)} ${isoNow().slice(0, 10)}.${format}`.replaceAll('’', "'").replaceAll(/[^\w\s'().-]/g, '-')
