import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { calendarDate, DAY_WANTED, flag, id, optionalLongText, optionalText, text, wholeNumber } from './fields.ts'
import { recordTypes } from './kinds.ts'
import { exportFormat, kept, ownersData } from './owner/owners-data.ts'
import { answered, done, pageOf } from './records.ts'

/** How many days after the request an owner's erase can be taken back. */
export const ERASE_DAYS = 7
/** How many months a closed request is kept. */
export const REQUEST_MONTHS = 24

/** What owners can request about their data. */
export const requestKinds = ['access', 'erase', 'correct', 'object'] as const
export type RequestKind = (typeof requestKinds)[number]
export const requestWords: Record<RequestKind, string> = {
  access: 'Access',
  erase: 'Erase',
  correct: 'Correct',
  object: 'Object',
}

export const askers = ['owner', 'agent'] as const
export type AskedBy = (typeof askers)[number]
export const proofs = ['mailed_code', 'password', 'other'] as const
export type VerifiedBy = (typeof proofs)[number]

/** Someone else's text that names an erased owner. */
const naming = z.object({ record_type: z.enum(recordTypes), record_id: z.string(), title: z.string() })
export type Naming = z.output<typeof naming>

/** An owner's request, made in the app or through the office. */
const request = z.object({
  request_id: z.string(),
  kind: z.enum(requestKinds),
  user_id: z.string(),
  /** The owner's current name. */
  user_name: z.string(),
  received_on: z.iso.date(),
  due_on: z.iso.date(),
  /** The outcome; null while it is open. */
  outcome: z.string().nullable(),
  closed_at: z.iso.datetime().nullable(),
  /** Others' texts that named an owner at the time of the erase; none was changed. */
  names: z.array(naming),
  note: z.string(),
  asked_by: z.enum(askers).nullable(),
  verified_by: z.enum(proofs).nullable(),
  /** The administrator who entered it; null if it came from the app. */
  added_by: z.string().nullable(),
})
export type PrivacyRequest = z.output<typeof request>

const KIND_WANTED = 'Please choose what was asked for.'
const PROOF_WANTED = 'Please choose how it was checked.'
const HOW_WANTED = 'Please say how it was checked.'
/** The most characters of a note or an outcome. */
export const NOTE_CHARACTERS = 500

export const requestFields = z.object({
  kind: z.enum(requestKinds, KIND_WANTED),
  user_id: id,
  /** Today where it is left out. */
  received_on: calendarDate(DAY_WANTED).optional(),
  note: optionalLongText(NOTE_CHARACTERS),
})
export const closeFields = z.object({
  request_id: id,
  outcome: text('Please say what became of it.', NOTE_CHARACTERS),
})

export const eraseFields = z.object({
  user_id: id,
  asked_by: z.enum(askers, 'Please choose who asked for it.'),
  verified_by: z.enum(proofs, PROOF_WANTED),
  note: optionalLongText(NOTE_CHARACTERS),
  /** At once, in place of in seven days: nobody can take it back. */
  now: flag.optional(),
})

/** What the office enters for a merge. */
export const mergeForm = z
  .object({
    /** The account that stays and receives the other one's data. */
    into_id: id,
    verified_by: z.enum(proofs, PROOF_WANTED),
    note: optionalLongText(NOTE_CHARACTERS),
  })
  .refine(({ verified_by, note }) => verified_by !== 'other' || note, { error: HOW_WANTED, path: ['note'] })

export const mergeFields = z
  .object({
    ...mergeForm.shape,
    verified_by: mergeForm.shape.verified_by.optional(),
    /** The account that ends. */
    user_id: id,
    /** What `preview` answered. */
    expect: optionalText(100).optional(),
    /** Changes nothing; answers what would move. */
    preview: flag.optional(),
  })
  .superRefine(({ preview, verified_by, note, expect }, ctx) => {
    const want = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    if (preview) return
    if (!verified_by) want('verified_by', PROOF_WANTED)
    if (verified_by === 'other' && !note) want('note', HOW_WANTED)
    if (!expect) want('expect', 'Please look first at what would move.')
  })

/** What a merge moves. */
const toMove = z.object({
  expect: z.string(),
  /** RVs that move, and those sold by one account that the other waits for. */
  rvs: z.int(),
  /** RVs in both accounts: those of the account that stays are kept. */
  same_rvs: z.int(),
  checklists: z.int(),
  maintenance_items: z.int(),
  devices: z.int(),
  notifications: z.int(),
})
export type ToMove = z.output<typeof toMove>

/** What an owner has agreed to and requested, and when they will be erased. */
const ofUser = z.object({
  news: z.boolean(),
  reminders: z.boolean(),
  /** When the owner last said so; null if never. */
  preferences_at: z.iso.datetime().nullable(),
  text_version: z.string(),
  app: z.string(),
  terms_version: z.string(),
  terms_at: z.iso.datetime().nullable(),
  /** When the owner will be erased; null if that was not requested. */
  erased_at: z.iso.datetime().nullable(),
  is_erased: z.boolean(),
  /** The account of the same person that this one was merged into. */
  merged_into: z.object({ _id: z.string(), name: z.string() }).nullable(),
  /** What an erase would leave. */
  kept: z.array(kept),
  requests: z.array(request),
})
export type UserPrivacy = z.output<typeof ofUser>

export const privacy = {
  /** What an owner has agreed to and requested. */
  ofUser: endpoint('admin/users/privacy', z.object({ user_id: id }), answered(ofUser)),
  /**
   * Erases an owner as `users/delete` does: after seven days, during which `keep` takes it back, or at once with `now`.
   */
  erase: endpoint(
    'admin/users/erase',
    eraseFields,
    done.extend({ data: z.object({ erased_at: z.iso.datetime(), kept: z.array(kept) }) }),
    { change: 'other', proof: 'fresh' },
  ),
  /**
   * Merges two accounts of the same person: the RVs, items, phones and messages of one become the other's, which keeps
   * the stricter consent of both. The merged account is inactive until that is undone.
   */
  merge: endpoint('admin/users/merge', mergeFields, done.extend({ data: toMove }), { change: 'other', proof: 'fresh' }),
  /** Cancels an owner's erase, whoever requested it. */
  keep: endpoint('admin/users/keep', z.object({ user_id: id }), done, { change: 'other' }),
  /**
   * All data held about an owner, and what an erase would leave: what `users/export` answers, as a file with `format:
   * 'zip'`. The other administrators are told.
   */
  exportPersonal: endpoint(
    'admin/users/export_personal',
    z.object({ user_id: id, format: exportFormat }),
    answered(ownersData).extend({ kept: z.array(kept) }),
    { proof: 'fresh' },
  ),
  /** Requests, open ones first, by due date. */
  list: endpoint(
    'admin/privacy_requests/list',
    z.object({
      user_id: id.optional(),
      /** Only open ones, or only closed ones. */
      open: flag.optional(),
      page: wholeNumber.pipe(z.int().min(1)).optional(),
      per_page: wholeNumber.pipe(z.int().min(1).max(100)).optional(),
    }),
    pageOf(request),
  ),
  /** Records a request that came by letter, mail or phone. */
  add: endpoint('admin/privacy_requests/add', requestFields, done.extend({ data: request }), {
    change: 'add',
    once: true,
  }),
  /** Records the outcome of a request. */
  close: endpoint('admin/privacy_requests/close', closeFields, done.extend({ data: request }), { change: 'other' }),
}
