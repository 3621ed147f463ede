import type { Generated } from 'kysely'
import type { ImportOutcome, Rehearsal, RehearsedType } from '#contract/imports.ts'
import type { RecordType } from '#contract/kinds.ts'

/** The tables of imports; see server/resources/imports. */
export type ImportTables = {
  /** What was read from files to import; see server/resources/imports. `mapping`, `heads` and `reading` are JSON. */
  import_rehearsals: {
    id: string
    actor_id: string
    record_type: RehearsedType
    file_name: string
    heads: string
    mapping: string
    reading: Generated<string>
    match_by: Rehearsal['match_by']
    state: Rehearsal['state']
    problem: string | null
    rows_read: number
    rows_checked: number
    new_count: number
    changed_count: number
    unchanged_count: number
    refused_count: number
    change_id: string | null
    created_at: string
    /** When the server reading it last reported. */
    alive_at: string
  }
  /** The rows and what an import would do; all JSON except `outcome`, which is null until checked. */
  import_rows: {
    rehearsal_id: string
    line: number
    cells: string
    outcome: ImportOutcome | null
    record_id: string | null
    version: number | null
    title: string | null
    changes: string | null
    errors: string | null
    place: string | null
    notes: string | null
    warnings: string | null
    same_as: number | null
    /** The kind of record, in a file of French. */
    record_type: Generated<RecordType | null>
  }
  /**
   * What the columns of files with these headings hold, as an administrator last chose; `heads` is a digest, `mapping`
   * JSON.
   */
  import_mappings: { actor_id: string; record_type: RehearsedType; heads: string; mapping: string; used_at: string }
}
