import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { listInput, pageOf, reference } from './records.ts'

export const securityEventKinds = [
  'sign_in',
  'sign_in_failed',
  'second_factor_failed',
  'proof_failed',
  'key_used',
  'recovery_code_used',
  'factor_added',
  'factor_removed',
  'factor_reset',
  'recovery_codes_made',
  'password_changed',
  'email_changed',
  'session_ended',
  'program_key_added',
  'program_key_ended',
  'webhook_added',
  'webhook_edited',
  'webhook_ended',
  'webhook_secret_replaced',
  'mail_undelivered',
  'restored',
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]

/** Something that happened to an administrator's account. */
export const securityEvent = z.object({
  _id: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(securityEventKinds),
  /** Browser and system in words: 'Firefox on Windows'. Empty if none was involved. */
  browser: z.string(),
  /** The IP address; empty if unknown. */
  address: z.string(),
  /** The account's owner. */
  administrator: reference,
  /** Who did it, if another administrator. */
  by: reference.nullable(),
  /** Details in words: which factor, or why a mail was refused. */
  detail: z.string().nullable(),
})
export type SecurityEvent = z.output<typeof securityEvent>

export const security = {
  /** What happened to one administrator's account, or to all; newest first. */
  events: endpoint(
    'admin/security/events',
    listInput.pick({ page: true, per_page: true }).extend({ administrator_id: id.optional() }),
    pageOf(securityEvent),
  ),
}
