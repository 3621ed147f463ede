import { setImmediate } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import { type RecordType, recordTypes } from '#contract/kinds.ts'
import { link } from '#contract/links.ts'
import type { PageProblem } from '#contract/manuals.ts'
import { listPaths } from '#contract/paths.ts'
import { MOST_WITHOUT_PAGE } from '#contract/records.ts'
import { isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { activeBelowActive, publishedAt } from '../../db/lists/published.ts'
import { cached, freshRows } from '../../db/lists/query-cache.ts'
import { readCounts } from '../../db/lists/record-counts.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import type { ContentDeps, FileDeps } from '../../deps.ts'
import { isOwnName } from '../../integrations/files/store.ts'
import { titledInSequence } from '../manual-pages/manual-pages.repository.ts'

type Deps = { db: Db; files: FileDeps['files']; settings: ContentDeps['settings'] }
type Target = { type: RecordType; id: string }
type Found = Pick<PageProblem, 'problem' | 'detail'>

/** The active pages without words, or with a picture or link: nothing can be wrong in others. */
const SUSPECT = `manual_pages.is_deleted = 0 and (content_words = '' or content like '%<img %' or content like '%<a %')`
const ACTIVE_MANUAL = 'manual_id in (select manuals.id from manuals where manuals.is_deleted = 0)'
/** How many texts are read and taken apart between two turns of the event loop. */
const AT_ONCE = 50

/** What is wrong with the pages of manuals, as contract/manuals.ts describes it. */
export async function readProblems({ db, files, settings }: Deps) {
  const parts = await partsOfPages(db)
  const pictures = new Set([...parts.values()].flatMap((page) => page.pictures.map(({ src }) => src)))
  const links = new Set([...parts.values()].flatMap((page) => page.links.map(({ href }) => href)))
  const missing = await missingFiles(files, [...pictures, ...fileLinks(links, settings.publicUrl)])
  const dead = await deadLinks(db, links, settings.publicUrl, missing)
  const wrong = new Map<string, Found[]>()
  for (const [id, { isEmpty, ...page }] of parts) {
    const found: Found[] = [
      ...(isEmpty ? [{ problem: 'empty' as const, detail: 'The page has no text.' }] : []),
      ...page.pictures
        .filter(({ src }) => missing.has(src))
        .map(({ src, alt }) => ({
          problem: 'picture' as const,
          detail: `${alt ? `The picture “${alt}”` : 'A picture'} is missing: ${src}`,
        })),
      ...page.links.flatMap(({ href, text }) => {
        const why = dead.get(href)
        return why ? [{ problem: 'link' as const, detail: `${text ? `“${text}”` : 'A link'} ${why}` }] : []
      }),
    ]
    if (found.length) wrong.set(id, found)
  }
  return listed(db, wrong)
}

/** The problems in the order of manuals and pages, with their titles. */
async function listed(db: Db, wrong: Map<string, Found[]>) {
  const total = [...wrong.values()].reduce((sum, { length }) => sum + length, 0)
  if (!total) return { data: [], total }
  const order = await titledInSequence(db, [...wrong.keys()], MOST_WITHOUT_PAGE)
  const data = order.flatMap(({ id, title }) =>
    (wrong.get(id) ?? []).map(({ problem, detail }): PageProblem => ({ manual_page_id: id, title, problem, detail })),
  )
  return { data: data.slice(0, MOST_WITHOUT_PAGE), total }
}

type Kept = Map<string, TextParts & { version: number }>
const kept = new WeakMap<Db, Kept>()

/**
 * The parts of suspect pages' texts, by page. Each version of a text is taken apart once; after a change only new ones
 * are read.
 */
async function partsOfPages(db: Db): Promise<Kept> {
  const { stamp } = await readCounts(db, 'manual_pages', ['manuals'])
  return cached(
    db,
    { key: 'parts of pages', stamp },
    () => readParts(db),
    () => 0,
  )
}

async function readParts(db: Db): Promise<Kept> {
  const known = kept.get(db)
  const now: Kept = new Map()
  const pages = await freshRows(
    db,
    { offThread: true },
    { sql: `select id, version from manual_pages where ${SUSPECT} and ${ACTIVE_MANUAL}`, values: [] },
    (row: { id: string; version: number }) => row,
  )
  const unread: string[] = []
  for (const { id, version } of pages) {
    const before = known?.get(id)
    if (before?.version === version) now.set(id, before)
    else unread.push(id)
  }
  for (let from = 0; from < unread.length; from += AT_ONCE) {
    const texts = await readQuery<{ id: string; version: number; content: string }>(
      db,
      `select id, version, content from manual_pages where id in ${engineOf(db).textsFromJson}`,
      [JSON.stringify(unread.slice(from, from + AT_ONCE))],
    )
    for (const { id, version, content } of texts) now.set(id, { version, ...partsOfText(content) })
    await setImmediate()
  }
  kept.set(db, now)
  return now
}

const FILES = '/files/'

/** The addresses of our own stored files among links. */
const fileLinks = (links: Iterable<string>, publicUrl: string) =>
  [...links].filter((href) => href.startsWith(publicUrl + FILES)).map((href) => href.slice(publicUrl.length))

/** Those of these paths without a stored file. Files come and go while they are listed: each is looked up again. */
async function missingFiles(files: FileDeps['files'], paths: string[]) {
  const missing = new Set<string>()
  if (!paths.length) return missing
  const stored = new Set<string>()
  for await (const { name } of files.list()) stored.add(name)
  for (const path of new Set(paths)) {
    const name = path.startsWith(FILES) ? path.slice(FILES.length) : ''
    if (!isOwnName(name) || (!stored.has(name) && !(await files.read(name)))) missing.add(path)
  }
  return missing
}

/** The links that lead nowhere, and why. */
async function deadLinks(db: Db, links: Set<string>, publicUrl: string, missing: Set<string>) {
  const dead = new Map<string, string>()
  const targets = new Map<string, Target>()
  for (const href of links) {
    const target = targetOf(href, publicUrl)
    if (link(href) === null) dead.set(href, `has an address that cannot be opened: ${href}`)
    else if (target) targets.set(href, target)
    else if (href.startsWith(publicUrl) && missing.has(href.slice(publicUrl.length)))
      dead.set(href, `leads to a file that is missing: ${href}`)
  }
  for (const [type, some] of Map.groupBy(targets, ([, target]) => target.type)) {
    const states = await statesOf(db, type, [...new Set(some.map(([, { id }]) => id))])
    for (const [href, { id }] of some) {
      const state = states.get(id) ?? 'does not exist'
      if (state) dead.set(href, `leads to ${THINGS[type] ?? 'a record'} that ${state}: ${href}`)
    }
  }
  return dead
}

const THINGS: Partial<Record<RecordType, string>> = {
  manual_pages: 'a manual page',
  manuals: 'a manual',
  cms_pages: 'a CMS page',
}

/** What hides these records, or what they belong to, from owners, in words; '' if nothing does. */
async function statesOf(db: Db, type: RecordType, ids: string[]) {
  const published = publishedAt(type, isoNow())
  const rows = await readQuery<{ id: string; state: string }>(
    db,
    `select id, case when ${published.sql} then '' when ${activeBelowActive(type)} then 'owners do not see now'
       else 'is deleted' end as state
     from ${type} where id in ${engineOf(db).textsFromJson}`,
    [...published.values, JSON.stringify(ids)],
  )
  return new Map(rows.map(({ id, state }) => [id, state]))
}

const byPath = new Map<string, RecordType>(recordTypes.map((type) => [listPaths[type], type]))
const IN_APP = /^\/app\/v1\/(manual_pages|manuals|cms_pages)\/get$/

/** The record that an address in our own back-office or owners' API names; undefined for any other address. */
function targetOf(href: string, publicUrl: string): Target | undefined {
  const url = URL.parse(href)
  if (url?.origin !== publicUrl) return undefined
  const { pathname, searchParams, hash } = url
  const inApp = IN_APP.exec(pathname)?.[1] as RecordType | undefined
  if (inApp) return { type: inApp, id: searchParams.get('_id') ?? '' }
  const [, list = '', record = ''] = /^(\/[^/]+)(?:\/([^/]+))?\/?$/.exec(pathname) ?? []
  const type = byPath.get(list)
  if (!type) return undefined
  // The reading view of a manual names the page after the #.
  if (type === 'manuals' && record && hash.length > 1) return { type: 'manual_pages', id: hash.slice(1) }
  const opened = record || ['edit', 'view', 'history'].map((name) => searchParams.get(name)).find(Boolean)
  return opened ? { type, id: opened } : undefined
}

/** What can be wrong in a text: its pictures and links; or that it is empty. */
type TextParts = {
  isEmpty: boolean
  pictures: { src: string; alt: string }[]
  links: { href: string; text: string }[]
}

/** What makes a page worth reading besides words. */
const SHOWN = new Set(['img', 'table', 'iframe'])

/** Takes rich text apart. */
function partsOfText(html: string): TextParts {
  const parts: TextParts = { isEmpty: true, pictures: [], links: [] }
  let open: TextParts['links'][number] | undefined
  const parser = new Parser({
    onopentag(name, { src = '', alt = '', href }) {
      if (SHOWN.has(name)) parts.isEmpty = false
      if (name === 'img') parts.pictures.push({ src, alt })
      if (name === 'a' && href !== undefined) {
        open = { href, text: '' }
        parts.links.push(open)
      }
    },
    ontext(text) {
      if (text.trim()) parts.isEmpty = false
      if (open) open.text += text
    },
    onclosetag(name) {
      if (name === 'a') open = undefined
    },
  })
  parser.end(html)
  return parts
}
