import type { BulkAction, ChangeKind } from '#contract/kind.ts'
import type { RecordType } from '#contract/kinds.ts'

/** What a change did, where its call and kind do not say. */
export type ChangeAction = BulkAction | 'reset_factors'

/** The tables of changes. */
export type ChangeTables = {
  /** What one call or job did to any number of records; see server/records/open-change.ts. */
  changes: {
    id: string
    /** The order in which changes began, from a sequence of the database: it depends on no clock. */
    seq: number
    /** For one that ran in steps: changes numbered from `seq` up to this one, exclusive, began before its last step. */
    last_seq: number | null
    /** 1 for an owner's folded change: a later one stands for it in the list. This keeps the list's counts right. */
    is_deleted: number
    /** For owners' changes: the first of those within an hour, and how many this one stands for. */
    fold: string | null
    folded_count: number
    at: string
    /** Exactly one of the three is set: an administrator, an owner, or the product itself with its reason. */
    admin_id: string | null
    user_id: string | null
    reason: string | null
    call: string
    kind: ChangeKind
    /** What it did, where its call and kind do not say: a change of many, for example. */
    action: ChangeAction | null
    message: string
    message_key: string
    /** Kind and title of the first record. */
    record_type: RecordType
    title: string
    title_key: string
    record_count: number
    /** How many records of each kind, as JSON: pairs of a kind and a number, in the order written. */
    kinds: string | null
    /** For a change of many: how many of its own kind it changed, without those that went along. */
    done_count: number | null
    /** How many records it covers, if it runs in steps, or changed fewer than were meant. */
    expected_count: number | null
    state: 'running' | 'done' | 'failed' | 'stopped'
    /** What else its sentence mentions: the browser of a sign-in. */
    detail: string | null
    /** Why it failed. */
    problem: string | null
    /** How many records it skipped because something was in the way. */
    left_count: number
    /** Whether nobody can undo it. */
    is_final: number
    undoes: string | null
    /** Whether it redid what another undo had undone. */
    is_redo: number
    undone_by: string | null
  }
  /** Numbers that a move passed on to other records of its sequence. The id begins with the change's id. */
  renumbered: {
    id: string
    change_id: string
    table_name: RecordType
    record_id: string
    seq_before: number
    seq_after: number
  }
  /** Inactive records whose addition was undone: lists leave them out unless asked for a status. */
  undone_adds: { record_id: string; table_name: RecordType }
  /** What a change did to one record. The id begins with the change's id. */
  activity: {
    id: string
    change_id: string
    at: string
    /** Who made it, repeated from the change because lists show it. */
    admin_id: string | null
    user_id: string | null
    action: 'add' | 'edit' | 'delete' | 'restore'
    table_name: RecordType
    record_id: string
    /** The version the record got; 0 if that was not recorded. */
    version: number
    /** Fields by wire name, each with its stored value before and after, as JSON. */
    changes: string
    /** The same with long texts shortened, if there are any. */
    shortened: string | null
  }
}
