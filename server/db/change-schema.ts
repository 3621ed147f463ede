import type { BulkAction, ChangeKind } from '#contract/kind.ts'
import type { RecordType } from '#contract/kinds.ts'

/** What a change did, where its call and its kind leave that open. */
export type ChangeAction = BulkAction | 'reset_factors'

/** The tables of what has been changed. */
export type ChangeTables = {
  /** What one call or job did to any number of records; see server/records/open-change.ts. */
  changes: {
    id: string
    /** In the order in which changes began, by a sequence of the database: it depends on no clock. */
    seq: number
    /** Of one that ran in steps: changes with numbers from `seq` up to this one, exclusive, began before its last step. */
    last_seq: number | null
    /** 1 for an owner's change that is folded: a later one stands for it in the list. So the list's counts are right. */
    is_deleted: number
    /** Of owners' changes: the first of those within an hour, and how many of them this one stands for. */
    fold: string | null
    folded_count: number
    at: string
    /** Exactly one of the three is set: an administrator, an owner, or the product itself with its reason. */
    admin_id: string | null
    user_id: string | null
    reason: string | null
    call: string
    kind: ChangeKind
    /** What it did, where its call and its kind do not say so: a change of many, for example. */
    action: ChangeAction | null
    message: string
    message_key: string
    /** Kind and title of the first record. */
    record_type: RecordType
    title: string
    title_key: string
    record_count: number
    /** How many of these are of each kind, as JSON: pairs of a kind and a number, in the order in which they were written. */
    kinds: string | null
    /** Of a change of many: how many of its own kind it has changed, without those that went along. */
    done_count: number | null
    /** How many records it is about, when it runs in steps, or when it changed fewer than were meant. */
    expected_count: number | null
    state: 'running' | 'done' | 'failed' | 'stopped'
    /** What else its sentence names: the browser of a sign-in. */
    detail: string | null
    /** Why it has failed. */
    problem: string | null
    /** How many records it left as they were, because something was in the way. */
    left_count: number
    /** Whether nobody can take it back. */
    is_final: number
    undoes: string | null
    /** Whether it did again what another undo had taken back. */
    is_redo: number
    undone_by: string | null
  }
  /** Numbers that a move passed on to other records of its sequence. The id begins with that of the change. */
  renumbered: {
    id: string
    change_id: string
    table_name: RecordType
    record_id: string
    seq_before: number
    seq_after: number
  }
  /** The inactive records whose adding was undone: lists leave them out, unless they are asked for a status. */
  undone_adds: { record_id: string; table_name: RecordType }
  /** What a change did to one record. The id begins with that of the change. */
  activity: {
    id: string
    change_id: string
    at: string
    /** Who, as in the change, because lists show it. */
    admin_id: string | null
    user_id: string | null
    action: 'add' | 'edit' | 'delete' | 'restore'
    table_name: RecordType
    record_id: string
    /** The version that the record got; 0 where that was not recorded. */
    version: number
    /** Fields by their names on the wire, each with its stored value before and after, as JSON. */
    changes: string
    /** The same with its long texts shortened, where there are any. */
    shortened: string | null
  }
}
