import type { Generated } from 'kysely'
import type { ImportOutcome, ImportType, Rehearsal } from '#contract/imports.ts'

/** The tables of imports; see server/resources/imports. */
export type ImportTables = {
  /** What is read of files that are to be imported; see server/resources/imports. `mapping`, `heads` and `reading` are JSON. */
  import_rehearsals: {
    id: string
    actor_id: string
    record_type: ImportType
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
    /** When the server that reads it last said so. */
    alive_at: string
  }
  /** The rows, with what an import would do: `cells`, `notes`, `changes`, `errors` and `warnings` are JSON. `outcome` is null until checked. */
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
  }
  /** What columns of files with such heads hold, as an administrator last chose; `heads` is a digest, `mapping` JSON. */
  import_mappings: { actor_id: string; record_type: ImportType; heads: string; mapping: string; used_at: string }
}
