import { REHEARSAL_HOURS } from '#contract/imports.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { Held } from '#contract/personal.ts'
import { REQUEST_MONTHS } from '#contract/privacy.ts'
import type { Tables } from './schema.ts'

type Table = keyof Tables

const UNTOUCHED = 'Stays as it is.'

/** What is held about people outside records, for docs/privacy.md. */
export const heldBeside = [
  {
    tables: ['notification_recipients'],
    about: 'owners',
    what: 'who was sent a message, and whether it arrived and was read',
    why: 'It is the inbox of the app, and shows whom a warning has reached.',
    until: 'for good',
    erase: 'Reasons of failures are emptied. The rest stays, with an id that leads to nobody.',
  },
  {
    tables: ['scheduled_messages'],
    about: 'owners',
    what: 'ids of those for whom a message is that waits for its time',
    why: 'It goes to them then.',
    until: 'until it has gone, or was called back',
    erase: 'Stays, with an id that leads to nobody, who is not told.',
  },
  {
    tables: ['maintenance_reminders'],
    about: 'owners',
    what: 'of which maintenance items owners were reminded, and by which message',
    why: 'Nobody is reminded twice.',
    until: 'for good',
    erase: UNTOUCHED,
  },
  {
    tables: ['devices'],
    about: 'owners',
    what: 'the push service’s token for each phone, its time zone and language',
    why: 'Messages reach the phone.',
    until: 'until the session ends',
    erase: 'Removed.',
  },
  {
    tables: ['app_sessions', 'ended_app_sessions', 'app_sign_ins'],
    about: 'owners',
    what: 'where the app is signed in (as digests), and the times of sign-ins',
    why: 'A phone stays signed in; the dashboard counts; who has not been seen for long is noticed.',
    until: 'sessions: half a year without use, at most a year; digests of ended ones: a year; times: two years',
    erase: 'Sessions end. Times stay, with an id that leads to nobody, as they are counted.',
  },
  {
    tables: ['one_time_secrets', 'tries', 'known_addresses'],
    about: 'owners',
    what: 'digests of mailed codes, attempts to sign in, networks from which an account has signed in',
    why: 'Nobody can guess a password or a code, or use one twice.',
    until: 'until they expire; new addresses that were asked for: a week; networks: 30 days',
    erase: 'Removed; digests of used tokens when they expire.',
  },
  {
    tables: ['changes', 'activity'],
    about: 'owners',
    what: 'who has changed what, with the values before and after',
    why: 'Changes can be explained and undone.',
    until: '`HISTORY_DAYS`',
    erase: 'Titles, details and values are emptied. That something was changed, when and by which call, stays.',
  },
  {
    tables: ['idempotency_keys'],
    about: 'owners',
    what: 'answers to calls',
    why: 'A call that is repeated acts once.',
    until: 'eight days',
    erase:
      'Those that name the person are removed. Answers to visitors are encrypted with a key that only the app has.',
  },
  {
    tables: ['jobs'],
    about: 'owners',
    what: 'mails and messages to be sent, and what is to happen when',
    why: 'They are sent after the answer, or at their time.',
    until: 'until done, or until an administrator dismisses them',
    erase: 'Mails that wait are removed.',
  },
  {
    tables: ['import_rehearsals', 'import_rows'],
    about: 'owners',
    what: 'rows of files that are to be imported',
    why: 'An administrator sees first what an import would do.',
    until: `${REHEARSAL_HOURS} hours`,
    erase:
      'Rows about owners and their records that name the person are removed, names of files emptied; a file that is being read is not read on.',
  },
  {
    tables: ['name_words'],
    about: 'owners',
    what: 'each word of a name once, without whose it is',
    why: 'Search finds what was misspelled.',
    until: 'as long as a name has it',
    erase: 'Removed, unless another name has it.',
  },
  {
    tables: ['synced', 'webhook_deliveries'],
    about: 'owners',
    what: 'ids of records, and of their owners or of who changed them',
    why: 'Phones and other programs hear what has changed.',
    until: 'ids for phones: for good; deliveries: a week',
    erase: 'Stays, with ids that lead to nobody.',
  },
  {
    tables: ['warranty_answers'],
    about: 'owners',
    what: 'what the dealer site has said of a serial number',
    why: 'It is asked less often, and its last answer is there while it is away.',
    until: 'a year',
    erase: 'Removed for the RVs that are emptied.',
  },
  {
    tables: ['privacy_requests'],
    about: 'owners',
    what: 'what owners have asked for, and what became of it',
    why: 'It proves that a request was answered.',
    until: `${REQUEST_MONTHS} months after it was closed`,
    erase: 'Notes are emptied. The request stays, with what the erase found in the texts of others.',
  },
  {
    tables: ['sessions', 'ended_sessions', 'one_time_secrets'],
    about: 'administrators',
    what: 'sessions, with browser and address; codes and links as digests',
    why: 'Administrators see where they are signed in, and end what is not theirs.',
    until: 'until they expire',
    erase: UNTOUCHED,
  },
  {
    tables: ['totp_secrets', 'recovery_codes', 'passkeys'],
    about: 'administrators',
    what: 'second factors; their secrets are encrypted or digests',
    why: 'A password alone is not enough.',
    until: 'until they are removed',
    erase: UNTOUCHED,
  },
  {
    tables: ['security_events', 'known_browsers'],
    about: 'administrators',
    what: 'what happened to an account, and with which browsers it is used',
    why: 'A stranger in an account is noticed.',
    until: 'a year',
    erase: UNTOUCHED,
  },
  {
    tables: ['program_keys', 'webhooks', 'rollovers'],
    about: 'administrators',
    what: 'who has made a key or a webhook, or has prepared a model year',
    why: 'Somebody answers for what programs do.',
    until: 'keys: a year after their end; webhooks: for good; model years: `HISTORY_DAYS`',
    erase: UNTOUCHED,
  },
  {
    tables: ['views', 'list_preferences', 'put_off', 'dismissed_steps', 'import_mappings'],
    about: 'administrators',
    what: 'how an administrator has arranged lists, the dashboard and imports',
    why: 'They find it as they left it.',
    until: 'until they change it; columns of imports: a year',
    erase: 'Names and filters of lists that look for the person are removed.',
  },
  {
    tables: ['campaign_notices'],
    about: 'owners',
    what: 'whom a recall or service campaign told of which vehicle, and when',
    why: 'The law asks for proof that owners were told.',
    until: 'for good',
    erase: UNTOUCHED,
  },
] as const satisfies Held<Table>[]

/** Tables that say nothing about people. */
const things = [
  'secrets',
  'webhook_states',
  'stored_files',
  'rollover_copies',
  'rollover_take_overs',
  'renumbered',
  'settled_doubts',
  'campaign_rounds',
  'campaign_reports',
  'campaign_dealers',
  'campaign_reminders',
  'campaign_arrivals',
  'undone_adds',
  'held_services',
  'trusted_services',
  'pruned_rows',
  'warranties',
  'migrations',
  'servers',
  'server_notes',
  'record_counts',
  'daily_counts',
] as const satisfies Table[]

/** The compiler names a table that nobody has classified. */
const forgotten: Exclude<
  Table,
  RecordType | (typeof heldBeside)[number]['tables'][number] | (typeof things)[number]
>[] = []
forgotten satisfies never[]
