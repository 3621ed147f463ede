import type { kinds, RecordType } from './kinds.ts'

/** What a value is about: a person, a thing, or free text, which may name a person. */
export type About = 'person' | 'thing' | 'text'

type Columns<Type extends RecordType> = (typeof kinds)[Type]['columns']
type AudienceOf<Facts> = Facts extends { audience: infer Audience } ? Audience : never
/** A number, moment, reference or fixed word says nothing about a person, unless its kind does. */
type Unmistakable = { type: 'number' | 'flag' | 'day' | 'time' | 'reference' } | { words: object }
/** Kinds that say something about people classify each column; others only those with a text or a file. */
type Classified<Type extends RecordType> = {
  [Name in keyof Columns<Type> as Name extends `${string}_fr_for`
    ? never
    : Columns<Type>[Name] extends { twinOf: string }
      ? never
      : 'personal' extends AudienceOf<Columns<Type>[keyof Columns<Type>]>
        ? Name
        : Columns<Type>[Name] extends Unmistakable
          ? never
          : Name]: About
}

const addedBy = { added_by_kind: 'person', added_by_id: 'person' } as const
/** Scheduled edits, as JSON. */
const later = { edits: 'text' } as const

/** What the columns of records are about. Leaving one out does not compile. */
const personal: { [Type in RecordType]: Classified<Type> } = {
  rv_types: { name: 'thing' },
  models: { name: 'thing', description: 'text', external_id: 'thing' },
  app_images: { url_file: 'thing' },
  menu_items: { title: 'thing', code: 'thing', icon_file: 'thing' },
  years: { name: 'thing', rollover_id: 'thing' },
  users: {
    name: 'person',
    email: 'person',
    type: 'person',
    social_id: 'person',
    status: 'person',
    password_hash: 'person',
    must_change_password: 'person',
    email_confirmed: 'person',
    mail_problem: 'person',
    state: 'person',
    zip: 'person',
    new_email: 'person',
    // An erase leaves the fact that it was done.
    erased_at: 'thing',
    news: 'person',
    reminders: 'person',
    preferences_at: 'person',
    text_version: 'person',
    preferences_app: 'person',
    terms_version: 'person',
    terms_at: 'person',
    merged_into: 'person',
    language: 'person',
  },
  social_medias: { name: 'thing', url: 'thing', icon_file: 'thing' },
  cms_pages: { title: 'text', content: 'text', code: 'thing', ...later },
  topics: { name: 'thing' },
  sub_topics: { name: 'thing' },
  manuals: {
    pdf_file: 'text',
    pdf_made_at: 'thing',
    pdf_digest: 'thing',
    pdf_is_generated: 'thing',
    pdf_made_at_fr: 'thing',
    pdf_digest_fr: 'thing',
    pdf_is_generated_fr: 'thing',
  },
  manual_pages: { content: 'text', ...later },
  checklists: { name: 'text', note: 'text', ...addedBy },
  rvs: {
    user_id: 'person',
    cat_id: 'thing',
    model_id: 'thing',
    year_id: 'thing',
    serial_no: 'thing',
    vin: 'thing',
    external_id: 'thing',
    sold_by: 'person',
    transfer_refused: 'thing',
    full_vin: 'thing',
  },
  vin_patterns: { prefix: 'thing' },
  maintenance_items: {
    reminder_name: 'text',
    item_name: 'text',
    due_date: 'person',
    note: 'text',
    ...addedBy,
    done_at: 'person',
  },
  dealers: {
    // Many dealers are named after a person.
    name: 'text',
    logo_file: 'thing',
    address: 'thing',
    area: 'thing',
    city: 'thing',
    state: 'thing',
    country: 'thing',
    zip: 'thing',
    phone: 'thing',
    tollfree: 'thing',
    hour_sales: 'thing',
    hour_service: 'thing',
    hour_parts: 'thing',
    external_id: 'thing',
  },
  templates: { name: 'text', title: 'text', description: 'text', link: 'thing' },
  campaigns: {
    number: 'thing',
    regulator_number: 'thing',
    regulators: 'thing',
    title: 'text',
    defect: 'text',
    risk: 'text',
    remedy: 'text',
    title_fr: 'text',
    defect_fr: 'text',
    risk_fr: 'text',
    remedy_fr: 'text',
    phone: 'thing',
    round: 'thing',
    opened_by: 'thing',
  },
  campaign_units: {
    campaign_id: 'thing',
    vin: 'thing',
    status: 'thing',
    reason: 'thing',
    note: 'text',
    done_on: 'thing',
    service_id: 'thing',
    owner_name: 'person',
    address: 'person',
    city: 'person',
    state: 'person',
    zip: 'person',
    country: 'person',
    language: 'person',
    serial: 'thing',
    confirmed_rv: 'thing',
    rejected_rvs: 'thing',
    said: 'person',
    told_at: 'thing',
    mailed_on: 'thing',
  },
  audiences: { name: 'text', audience: 'thing' },
  notifications: {
    title: 'text',
    description: 'text',
    title_fr: 'text',
    description_fr: 'text',
    sent_by: 'person',
    link_type: 'thing',
    link_id: 'thing',
    link_lost_at: 'thing',
    recipients: 'thing',
    counts: 'thing',
    purpose: 'thing',
    imprint: 'thing',
    no_consent: 'thing',
    audience: 'thing',
    send_at: 'thing',
    local_time: 'thing',
    counted: 'thing',
    went_at: 'thing',
    ended_at: 'thing',
    recalled_at: 'thing',
  },
  admins: {
    name: 'person',
    email: 'person',
    avatar_file: 'person',
    status: 'person',
    password_hash: 'person',
    invited_until: 'person',
    last_sign_in: 'person',
    totp_since: 'person',
    passkey_count: 'person',
    recovery_since: 'person',
    mail_problem: 'person',
  },
}

const aboutColumns = (type: RecordType) => personal[type] as Partial<Record<string, About>>

/** What a column's values are about; French text is like its English. */
export const aboutOf = (type: RecordType, column: string): About =>
  aboutColumns(type)[column] ?? aboutColumns(type)[column.replace(/_fr$/, '')] ?? 'thing'

/** Tables that say something about people: what, why it is held, for how long, and what erasing an owner does to it. */
export type Held<Table extends string = string> = Record<'what' | 'why' | 'until' | 'erase', string> & {
  tables: readonly Table[]
  /** Who it is about: owners, administrators, or anyone named in a text. */
  about: 'owners' | 'administrators' | 'texts'
}

/** What records hold about people, for docs/privacy.md. */
export const heldInRecords: Held<RecordType>[] = [
  {
    tables: ['users'],
    about: 'owners',
    what: 'who an owner is, how they sign in, what they agreed to',
    why: 'The app must know whose RVs, reminders and messages it shows; news needs a proof of consent.',
    until: 'until the erase, which comes by itself after `OWNER_INACTIVE_MONTHS`',
    erase: 'Emptied. The row stays as “Erased”, so that counts stay right.',
  },
  {
    tables: ['rvs'],
    about: 'owners',
    what: 'which RVs an owner has',
    why: 'Manuals and the warranty depend on the RV.',
    until: 'as long as the owner',
    erase: 'An RV of the factory is without an owner again; any other is emptied and deleted.',
  },
  {
    tables: ['checklists', 'maintenance_items'],
    about: 'owners',
    what: 'what owners note and want to be reminded of',
    why: 'The app shows it to them.',
    until: 'as long as the owner',
    erase: 'Those of the owner are emptied and deleted; others are searched for the person.',
  },
  {
    tables: ['campaign_units'],
    about: 'owners',
    what: 'the registered owner of a vehicle on a recall list, with their address, and what an owner says became of it',
    why: 'The law wants letters to registered owners, and proof of them for five years.',
    until: 'five years from the day on which the regulator was told, also in the history',
    erase: 'Stays as it is, as the law wants.',
  },
  {
    tables: ['admins'],
    about: 'administrators',
    what: 'who an administrator is, and how they sign in',
    why: 'Nobody works unnamed: the history says who has changed what.',
    until: 'for good: who leaves is deactivated',
    erase: 'Stays as it is.',
  },
  {
    tables: [
      'notifications',
      'templates',
      'audiences',
      'cms_pages',
      'manuals',
      'manual_pages',
      'models',
      'dealers',
      'campaigns',
    ],
    about: 'texts',
    what: 'what the office writes for owners',
    why: 'Owners read it in the app.',
    until: 'for good',
    erase:
      'Texts are searched for the person, and listed with the request. None is changed. Edits that wait for their time are searched as well. What is inside a PDF that somebody has uploaded is not: look through those yourself.',
  },
]
