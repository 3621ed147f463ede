import type { RecordType } from '#contract/kinds.ts'
import type { ChangeAction } from '../../db/change-schema.ts'
import type { Db } from '../../db/schema.ts'
import type { AppError } from '../../errors.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { type AnyChange, countRecords, type OpenChange, setDetails } from '../../records/open-change.ts'
import type { Plan } from '../../records/plan/plan.ts'
import { beginning } from './running-change.ts'

/** The one kind of job that continues a change of very many records, whatever the change does. */
export const CHANGE_STEP = 'change-step'

/** What can run in steps. */
export type Work = 'undo' | 'bulk' | 'import' | 'rollover' | 'vehicles'

/** Such a job's payload: the change it continues, the kind of record, and what is left. */
export type StepPayload<Left extends object = object> = {
  change_id: string
  record_type: RecordType
  work: Work
} & Left

/** How a kind of work runs in steps; each step plans and carries out a part in one transaction. */
export type SteppedWork<Left extends object> = {
  /**
   * Plans the next part, of at most `most` records. What the plan refuses is left as it is. Throws what stops the work.
   */
  next(db: Db, payload: StepPayload<Left>, change: AnyChange, most: number): Promise<Part<Left>>
  /** Ends it; resolves to the change's message. */
  end(db: Db, payload: StepPayload<Left>): Promise<{ message: string; done_count?: number }>
  /**
   * Tidies up after it was stopped or has failed; work that counts only as a whole undoes what was done so far.
   * Resolves to the kinds of records that this changes.
   */
  takeBack?(db: Db, payload: StepPayload<Left>): Promise<RecordType[]>
  /** The message for a refused step. */
  problemOf?: (error: AppError) => string
}

/** A part of the work, what is left after it, and how it is carried out if more than the plan is written. */
export type Part<Left extends object> = {
  plan: Plan<unknown>
  isOver: boolean
  next: Partial<Left>
  carryOut?: (db: Db, plan: Plan<unknown>, change: AnyChange) => Promise<unknown>
}

type Begun = { expected: number; title?: string; action?: ChangeAction | null }

/** Starts a change of `expected` records that a job carries out. Call it in the transaction of the change. */
export async function beginInSteps<Left extends object>(
  db: Db,
  change: OpenChange,
  payload: Omit<StepPayload<Left>, 'change_id'>,
  { expected, action = null, ...words }: Begun,
) {
  const { record_type } = payload
  const begun = {
    kind: change.kind,
    action,
    record_type,
    expected_count: expected,
    is_redo: change.isRedo === true,
    title: words.title,
  }
  setDetails(change, { expected, message: `${beginning(begun)}.`, ...words })
  await countRecords(db, change, record_type, [])
  await continueInSteps<Left>(db, change, payload)
}

/** Makes a job continue a change that has begun. Call it in the transaction of the change. */
export const continueInSteps = <Left extends object>(
  db: Db,
  { id }: OpenChange,
  payload: Omit<StepPayload<Left>, 'change_id'>,
) => enqueue(db, CHANGE_STEP, { ...payload, change_id: id })
