import type { Changes } from '../../records/activity.ts'

/** A row that an import carries out. */
export type PlannedRow = { line: number; record_id: string | null; version: number | null; changes: Changes }
