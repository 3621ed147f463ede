import type { RecordType } from '#contract/changes.ts'
import type { RecordTable } from '../db/schema.ts'
import {
  type ColumnFacts,
  hidden,
  keyed,
  number,
  picture,
  reference,
  secret,
  type TableFacts,
  text,
} from './column-facts.ts'
import { contentKey } from './content-key.ts'

const sequenceNo = { seq_no: number('Sequence No.') }
const named = { name: keyed('Name') }
const addedBy = { added_by_kind: hidden, added_by_id: hidden }

/**
 * The facts about every table whose changes are recorded, in the order of the menu. Whatever depends on a table's
 * columns reads them here: keys, history, merging, undo.
 */
export const recordTables: Record<RecordType, TableFacts> = {
  rv_types: {
    noun: ['RV type', 'RV types'],
    columns: { ...named, ...sequenceNo },
    title: { column: 'name' },
    unique: { columns: ['name'], thing: 'RV type', field: 'name' },
    sequence: {},
  },
  models: {
    noun: ['model', 'models'],
    columns: {
      cat_id: reference('Category', 'rv_types'),
      year_id: reference('Year', 'years'),
      ...named,
      ...sequenceNo,
      description: keyed('Description'),
    },
    title: { column: 'name' },
    unique: { columns: ['cat_id', 'year_id', 'name'], thing: 'Model', field: 'name' },
    sequence: {},
  },
  app_images: {
    noun: ['slider image', 'slider images'],
    columns: { url_file: picture('Image', 'url'), ...sequenceNo },
    title: { sql: `'Slider image ' || app_images.seq_no` },
    sequence: {},
  },
  menu_items: {
    noun: ['app menu', 'app menus'],
    columns: { title: keyed('Title'), ...sequenceNo, code: hidden, icon_file: picture('Icon', 'icon') },
    title: { column: 'title' },
    sequence: {},
  },
  years: {
    noun: ['year', 'years'],
    columns: named,
    title: { column: 'name' },
    unique: { columns: ['name'], thing: 'Year', field: 'name' },
  },
  users: {
    noun: ['user', 'users'],
    columns: {
      ...named,
      email: keyed('Email'),
      type: text('Type'),
      social_id: secret('Social Id', 'social_id'),
      status: { label: 'Active', type: 'flag' },
      password_hash: secret('Password', 'password'),
      must_change_password: hidden,
      email_confirmed: { label: 'Email Confirmed', type: 'flag' },
    },
    title: { column: 'name' },
  },
  social_medias: {
    noun: ['social media link', 'social media links'],
    columns: { ...named, url: keyed('URL'), icon_file: picture('Icon', 'icon') },
    title: { column: 'name' },
  },
  cms_pages: {
    noun: ['CMS page', 'CMS pages'],
    columns: { title: keyed('Title'), content: { label: 'Content', type: 'rich_text' }, code: keyed('Code') },
    title: { column: 'title' },
    unique: { columns: ['code'], thing: 'Code', field: 'code' },
  },
  topics: {
    noun: ['topic', 'topics'],
    columns: { ...named, ...sequenceNo },
    title: { column: 'name' },
    unique: { columns: ['name'], thing: 'Topic', field: 'name' },
    along: [
      { table: 'sub_topics', column: 'topic_id' },
      { table: 'manual_pages', column: 'topic_id' },
    ],
    sequence: {},
  },
  sub_topics: {
    noun: ['sub topic', 'sub topics'],
    columns: { topic_id: reference('Topic', 'topics'), ...named, ...sequenceNo },
    title: { column: 'name' },
    unique: { columns: ['topic_id', 'name'], thing: 'Subtopic', field: 'name' },
    parents: { topic_id: 'topic' },
    along: [{ table: 'manual_pages', column: 'subtopic_id' }],
    sequence: { within: 'topic_id' },
  },
  manuals: {
    noun: ['manual', 'manuals'],
    columns: {
      cat_id: reference('RV Type', 'rv_types', 'category'),
      year_id: reference('Year', 'years', 'year'),
      pdf_file: { label: 'PDF', type: 'file', wire: 'pdf_url' },
      pdf_made_at: hidden,
      pdf_digest: hidden,
    },
    title: {
      sql: `rv_types.name || ' - ' || years.name`,
      joins: 'inner join rv_types on rv_types.id = manuals.cat_id inner join years on years.id = manuals.year_id',
    },
    unique: { columns: ['cat_id', 'year_id'], thing: 'Manual', field: 'year' },
  },
  manual_pages: {
    noun: ['manual page', 'manual pages'],
    columns: {
      manual_id: reference('Manual', 'manuals'),
      topic_id: reference('Topic', 'topics'),
      subtopic_id: reference('Sub Topic', 'sub_topics'),
      content: { label: 'Content', type: 'rich_text', keyedBy: contentKey },
    },
    title: {
      sql: `topics.name || ' - ' || sub_topics.name`,
      joins: `inner join topics on topics.id = manual_pages.topic_id
        inner join sub_topics on sub_topics.id = manual_pages.subtopic_id`,
    },
    unique: { columns: ['manual_id', 'topic_id', 'subtopic_id'], thing: 'Manual Page', field: 'subtopic_id' },
    parents: { manual_id: 'manual', topic_id: 'topic', subtopic_id: 'sub topic' },
  },
  checklists: {
    noun: ['checklist', 'checklists'],
    columns: { ...named, note: keyed('Note'), ...addedBy },
    title: { column: 'name' },
  },
  rvs: {
    noun: ['RV', 'RVs'],
    columns: {
      user_id: reference('User', 'users', 'user'),
      cat_id: reference('RV Type', 'rv_types', 'category'),
      model_id: reference('Model', 'models', 'model'),
      year_id: reference('Year', 'years', 'year'),
      serial_no: text('Serial Number'),
      vin: text('VIN'),
    },
    title: { sql: `'RV ' || rvs.vin` },
  },
  maintenance_items: {
    noun: ['maintenance item', 'maintenance items'],
    columns: {
      reminder_name: keyed('Reminder Name'),
      item_name: keyed('Item Name'),
      due_date: { label: 'Due Date', type: 'day' },
      note: keyed('Note'),
      ...addedBy,
    },
    title: { column: 'reminder_name' },
  },
  dealers: {
    noun: ['dealer', 'dealers'],
    columns: {
      ...named,
      type: text('Type'),
      active_lines: text('Active Lines'),
      logo_file: picture('Logo', 'logo'),
      address: text('Address'),
      area: text('Area'),
      city: keyed('City'),
      state: keyed('State'),
      country: text('Country'),
      zip: text('Postal Code'),
      phone: text('Phone'),
      tollfree: text('Toll Free Number'),
      hour_sales: text('Hour Sales'),
      hour_service: text('Hour Service'),
      hour_parts: text('Hour Parts'),
      latitude: number('Latitude'),
      longitude: number('Longitude'),
    },
    title: { column: 'name' },
  },
  notifications: {
    noun: ['notification', 'notifications'],
    columns: {
      title: keyed('Title'),
      description: text('Message'),
      sent_by: hidden,
      recipients: number('Recipients'),
      counts: hidden,
    },
    title: { column: 'title' },
  },
  admins: {
    noun: ['administrator', 'administrators'],
    deleted: 'Withdrawn',
    columns: {
      ...named,
      email: text('Email'),
      avatar_file: picture('Avatar', 'avtar'),
      status: text('Status'),
      password_hash: secret('Password', 'password'),
      invited_until: secret('Invitation', 'invitation'),
      last_sign_in: hidden,
      totp_since: secret('Authenticator App', 'totp'),
      passkey_count: { ...number('Passkeys'), wire: 'passkeys' },
      recovery_since: secret('Recovery Codes', 'recovery_codes'),
    },
    title: { column: 'name' },
  },
}

/** The name of a column on the wire. */
export const wireName = (table: RecordType, column: string) => recordTables[table].columns[column]?.wire ?? column

/** The column behind a field of the wire, with what is known about it; undefined for a field of an earlier release. */
export function columnOf(table: RecordType, field: string): (ColumnFacts & { column: string }) | undefined {
  const { columns, deleted = 'Inactive' } = recordTables[table]
  if (field === 'is_deleted') return { column: 'is_deleted', label: deleted, type: 'flag' }
  const found = Object.entries(columns).find(([column, { wire }]) => (wire ?? column) === field)
  return found && { column: found[0], ...found[1] }
}

/** The values with the key columns that follow from them. */
export function withKeys<Values extends object>(table: RecordType, values: Values): Values & Record<string, unknown> {
  const keys: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(values)) {
    const { keyedBy } = recordTables[table].columns[column] ?? {}
    if (keyedBy) keys[`${column}_key`] = keyedBy(String(value))
  }
  return { ...values, ...keys }
}

/** How many records, in words: `12 RV types`. */
export function inWords(table: RecordType, count: number) {
  const [one, many] = recordTables[table].noun
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** The columns of all tables that hold ids of records of `table`. */
export const referencesTo = (table: RecordType) =>
  Object.entries(recordTables).flatMap(([from, { columns }]) =>
    Object.entries(columns)
      .filter(([, { refersTo }]) => refersTo === table)
      .map(([column]) => ({ table: from as RecordTable, column })),
  )
