import { withFileAddresses } from '../rich-text/clean-html.ts'
import type { App } from './serve.ts'

/** Fields that hold the path of a kept file. A web address that somebody typed never starts like one. */
const FILE_FIELDS = ['url', 'icon', 'logo', 'pdf_url', 'avtar']
/** Fields that hold cleaned HTML. */
const HTML_FIELDS = ['content']
const FILES = '/files/'

type Fields = Record<string, unknown>

/**
 * Turns the paths of kept files in every answer of this part of the server, refusals included, into addresses at
 * `publicUrl`. Records, services and the database know paths only. Looks at the answer, its `data`, and each of `data`.
 */
export function addFileAddresses(app: App, publicUrl: string) {
  app.addHook('preSerialization', async (_request, _reply, payload) => {
    if (!isObject(payload)) return payload
    const { data } = payload
    const shown = addressed(payload, publicUrl)
    if (Array.isArray(data))
      return { ...shown, data: data.map((one) => (isObject(one) ? addressed(one, publicUrl) : one)) }
    return isObject(data) ? { ...shown, data: addressed(data, publicUrl) } : shown
  })
}

/** The same object where nothing changes, else a copy: records may be shared with other calls. */
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
