import { z } from 'zod'
import { changeBy, present } from './changes.ts'
import { language } from './french.ts'
import { recordTypes } from './kinds.ts'

/** The path of the event stream below API_BASE; not a call, as it answers `text/event-stream`. */
export const CHANGE_STREAM = 'admin/changes/stream'

/** The data of a `change` event of the stream. */
export const changeEvent = z.object({
  change_id: z.string(),
  record_types: z.array(z.enum(recordTypes)),
  by: changeBy,
  at: z.iso.datetime(),
})
export type ChangeEvent = z.output<typeof changeEvent>

/** The data of a `presence` event: who has this record's form open now. */
export const presenceEvent = z.object({
  record_type: z.enum(recordTypes),
  record_id: z.string(),
  admins: z.array(present),
})
export type PresenceEvent = z.output<typeof presenceEvent>

/** The data of a `printing` event: how much of a manual's PDF in one language is done, from 0 to 1. */
export const printingEvent = z.object({ manual_id: z.string(), language: language.default('en'), done: z.number() })
export type PrintingEvent = z.output<typeof printingEvent>
