/** Why a call is refused, for programs. Codes are never renamed; new ones may come. */
export const refusalCodes = {
  bad_request: 'The request is incomplete, or neither JSON nor a form.',
  session_ended: 'The session has ended, or there was none. Sign in again.',
  forbidden: 'The caller may not make this call.',
  proof_required: 'The caller must prove who it is; see `admin/sessions/prove`.',
  setup_required: 'The caller must set up a second factor first.',
  not_found: 'What the call names does not exist.',
  conflict: 'Something else stands in the way.',
  edited_meanwhile: 'Someone has changed the same fields since the caller read the record.',
  obstacles:
    'Later changes are in the way of an undo, or records refuse the values that they were to get; `data` names them.',
  to_be_asked: 'The undo concerns more records than `ask_above`.',
  unexpected_number: 'Another number of records matches than `expect`.',
  in_use: 'Other records use this one and would no longer fit it.',
  still_running: 'The change, or the same call, is still being carried out.',
  already_undone: 'The change has been undone, or is being undone.',
  cannot_be_undone: 'The change cannot be undone by anyone.',
  key_reused: 'The Idempotency-Key was used with another input.',
  too_large: 'The request or its file is too large.',
  wrong_type: 'The file, or the body, is of another type than the call takes.',
  wrong_range: 'The file has no such part.',
  invalid: 'The input is not valid; `error_codes`, if it is there, says which fields are not, and why.',
  wrong_credentials: 'The email or the password is wrong, or the provider does not vouch for the sign-in.',
  deactivated: 'The account has been deactivated.',
  too_many_tries: 'Too many tries; `Retry-After` says when the next one makes sense.',
  too_many_changes: 'An owner has changed more than a person does.',
  too_many_streams: 'There are too many open windows.',
  internal_error: 'A fault of the server; its log knows it by `request_id`.',
  unavailable: 'The server, or what it depends on, cannot answer now.',
  busy: 'Too much is waiting already.',
  stopping: 'The server is being stopped.',
  being_updated: 'The product is being updated.',
  storage_full: 'There is no room left.',
} as const
export type RefusalCode = keyof typeof refusalCodes

/** Why a field is refused, for programs. */
export const fieldCodes = {
  required: 'It is missing or empty.',
  too_long: 'It is longer than it may be, or there are too many.',
  too_large: 'It is larger than it may be.',
  too_small: 'It is shorter or smaller than it may be.',
  invalid: 'It does not have the form that is asked for.',
  taken: 'Another record has it.',
  inactive: 'What it refers to is deleted.',
  unknown: 'What it refers to does not exist.',
  wrong: 'It is not the right one: a password, a code or a passkey.',
  expired: 'It is not valid any more: a link, a code or a ticket.',
  fixed: 'It cannot be changed.',
  not_allowed: 'It cannot be done, or not now.',
  conflict: 'Others have changed it since, or depend on it.',
} as const
export type FieldCode = keyof typeof fieldCodes
