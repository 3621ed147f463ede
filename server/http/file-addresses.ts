import type { Column } from '#contract/column.ts'
import { kinds } from '#contract/kinds.ts'
import { withFileAddresses } from '../rich-text/file-addresses.ts'
import type { App } from './app-type.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The base of stored files' addresses. */
    publicUrl: string
  }
}

const fieldsOfType = (...types: Column['type'][]) => [
  ...new Set(
    Object.values(kinds).flatMap(({ columns }) =>
      Object.entries<Column>(columns).flatMap(([column, { type, wire = column }]) =>
        types.includes(type) ? [wire] : [],
      ),
    ),
  ),
]
/** Fields with the path of a stored file. A web address that someone typed never starts with /files/. */
const FILE_FIELDS = fieldsOfType('picture', 'file')
/** Fields that hold cleaned HTML. */
const HTML_FIELDS = fieldsOfType('rich_text')
const FILES = '/files/'

type Fields = Record<string, unknown>

/**
 * Turns the paths of stored files into addresses at `publicUrl` in every answer of this part of the server, refusals
 * included. Services know paths, tables know names. Covers the answer itself, its `data`, each element of `data`, and
 * the records of a sync.
 */
export function addFileAddresses(app: App, publicUrl: string) {
  app.decorate('publicUrl', publicUrl)
  app.addHook('preSerialization', async (_request, _reply, payload) => {
    return isObject(payload) ? answerWithAddresses(payload, publicUrl) : payload
  })
}

/** One such answer. */
export function answerWithAddresses(answer: Fields, publicUrl: string): Fields {
  const { data, base, changed } = answer
  const seen = isObject(base) ? { base: addressed(base, publicUrl) } : {}
  const synced = Array.isArray(changed) ? { changed: changed.map((one) => syncedWithAddresses(one, publicUrl)) } : {}
  const shown = { ...addressed(answer, publicUrl), ...seen, ...synced }
  if (Array.isArray(data))
    return {
      ...shown,
      data: data.map((one) => (isObject(one) ? withFields(addressed(one, publicUrl), publicUrl) : one)),
    }
  return isObject(data) ? { ...shown, data: addressed(data, publicUrl) } : shown
}

/** A record with its type, as a sync returns it. */
const syncedWithAddresses = (one: unknown, publicUrl: string) =>
  isObject(one) && isObject(one.record) ? { ...one, record: addressed(one.record, publicUrl) } : one

/** Values of fields before and after, as in the history. */
function withFields(entry: Fields, publicUrl: string) {
  if (!Array.isArray(entry.fields) || entry.fields.some((field) => typeof field !== 'object')) return entry
  const fields = (entry.fields as Fields[]).map(({ from, to, ...field }) => {
    const name = field.type === 'rich_text' ? 'content' : 'url'
    const read = (value: unknown) => addressed({ [name]: value }, publicUrl)[name]
    const hasAddresses = ['rich_text', 'picture', 'file'].includes(String(field.type))
    return hasAddresses ? { ...field, from: read(from), to: read(to) } : { ...field, from, to }
  })
  return { ...entry, fields }
}

/** Returns the same object if nothing changes, else a copy, because records may be cached. */
function addressed(fields: Fields, publicUrl: string) {
  const changed: Fields = {}
  for (const name of FILE_FIELDS) {
    const path = fields[name]
    if (typeof path === 'string' && path.startsWith(FILES)) changed[name] = publicUrl + path
  }
  for (const name of HTML_FIELDS) {
    const html = fields[name]
    if (typeof html === 'string' && html.includes(FILES)) changed[name] = withFileAddresses(html, publicUrl)
  }
  for (const _name in changed) return { ...fields, ...changed }
  return fields
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
