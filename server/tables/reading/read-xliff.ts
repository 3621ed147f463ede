import { SaxesParser, type SaxesTagNS } from 'saxes'
import { OWN, XLIFF } from '../xliff/write-xliff.ts'
import { MEGABYTE } from './limits.ts'
import type { TableRow } from './table-row.ts'
import { refusals, UnreadableTable } from './unreadable-table.ts'
import { addInline, characterOf, grow, newSegment, newUnit, rowOf, type Unit } from './xliff-unit.ts'
import { type Attributes, xmlText } from './xml-text.ts'

/** The unit being read, and functions that close its open codes. */
type Reads = { unit: Unit; into: ReturnType<typeof newSegment>['source'] | undefined; data: string | undefined }
/** An open XLIFF element: what to do when it closes. */
type Open = { name: string; close?: () => void }

/** Of a text or a tag; longer ones are held in memory before they can be counted. */
const LONGEST_MARKUP = 2 * MEGABYTE
/** Rich text nests up to 60 elements; programs add marks. */
const DEEPEST = 250
const VERSIONS = ['2.0', '2.1']
/** No attribute without a namespace has this name. */
const MARK = 'own:mark'

/**
 * The units of an English to French XLIFF file, as rows: kind, id, field, English, French, state, mark. `rich` names
 * the fields that are HTML. Nothing external is read, and entities are not expanded. @throws UnreadableTable.
 */
export async function* readXliff(path: string, rich: readonly string[]): AsyncGenerator<TableRow[]> {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const fields = new Set(rich)
  const elements: Open[] = []
  let foreign = 0
  let sinceMarkup = 0
  let reads: Reads | undefined
  let rows: TableRow[] = []
  let count = 0

  parser.on('error', () => {
    throw new UnreadableTable(refusals.damagedXliff)
  })
  parser.on('doctype', () => {
    throw new UnreadableTable(refusals.xliffDoctype)
  })
  parser.on('comment', () => {
    sinceMarkup = 0
  })
  parser.on('opentag', (tag) => {
    sinceMarkup = 0
    if (elements.length + foreign >= DEEPEST) throw new UnreadableTable(refusals.deepXliff)
    const attributes = plain(tag)
    if (!elements.length) refuseOther(tag, attributes)
    // Elements of modules and programs have their own texts, which are not the unit's.
    if (foreign || tag.uri !== XLIFF) foreign++
    else elements.push({ name: tag.local, ...opened(tag.local, attributes) })
  })
  parser.on('closetag', () => {
    sinceMarkup = 0
    if (foreign) foreign--
    else elements.pop()?.close?.()
  })
  parser.on('text', add)
  parser.on('cdata', (text) => {
    sinceMarkup = 0
    add(text)
  })

  function add(text: string) {
    if (!reads || foreign) return
    if (reads.data !== undefined) reads.data += text
    else if (reads.into) reads.into.push(text)
    else return
    grow(reads.unit, text.length)
  }

  /** What an XLIFF element starts, by its parent. */
  function opened(name: string, attributes: Attributes): Omit<Open, 'name'> {
    const within = elements.at(-1)?.name
    if (name === 'unit' && !reads) {
      const [id, mark] = [attributes['id'], attributes[MARK]].map((said = '') => said.slice(0, 200)) as [string, string]
      const unit = newUnit(id, mark)
      reads = { unit, into: undefined, data: undefined }
      return {
        close() {
          rows.push(rowOf(unit, ++count, (field) => fields.has(field)))
          reads = undefined
        },
      }
    }
    const now = reads
    if (!now) return {}
    const { unit } = now
    if (now.into) {
      const { into } = now
      const closing = addInline(unit, into, name, attributes)
      return closing ? { close: () => into.push(closing) } : {}
    }
    if (now.data !== undefined) {
      if (name === 'cp') now.data += characterOf(attributes['hex'] ?? '')
      return {}
    }
    if (name === 'data' && within === 'originalData') {
      now.data = ''
      return {
        close() {
          unit.data.set(attributes['id'] ?? '', now.data ?? '')
          now.data = undefined
        },
      }
    }
    if (within === 'unit' && (name === 'segment' || name === 'ignorable')) {
      newSegment(unit, name === 'segment', attributes)
      return {}
    }
    const segment = unit.segments.at(-1)
    if (segment && (within === 'segment' || within === 'ignorable') && (name === 'source' || name === 'target')) {
      if (name === 'target') {
        segment.target = []
        if (attributes['order']) segment.order = Number(attributes['order'])
      }
      now.into = name === 'source' ? segment.source : segment.target
      return {
        close() {
          now.into = undefined
        },
      }
    }
    return {}
  }

  for await (const text of xmlText(path)) {
    sinceMarkup += text.length
    parser.write(text)
    if (sinceMarkup > LONGEST_MARKUP) throw new UnreadableTable(refusals.longMarkup)
    if (rows.length) yield rows
    rows = []
  }
  parser.close()
  if (rows.length) yield rows
}

const plain = ({ attributes }: SaxesTagNS): Attributes =>
  Object.fromEntries(
    Object.values(attributes).flatMap(({ uri, local, value }) =>
      uri ? (uri === OWN && local === 'mark' ? [[MARK, value]] : []) : [[local, value]],
    ),
  )

function refuseOther({ local, uri }: SaxesTagNS, { version = '', srcLang = '', trgLang = '' }: Attributes) {
  if (local !== 'xliff' || !uri.startsWith('urn:oasis:names:tc:xliff:')) throw new UnreadableTable(refusals.noXliff)
  if (uri !== XLIFF || !VERSIONS.includes(version)) throw new UnreadableTable(refusals.otherXliff(version.slice(0, 20)))
  if (!/^en(?:-|$)/i.test(srcLang) || !/^fr(?:-|$)/i.test(trgLang))
    throw new UnreadableTable(refusals.otherLanguages(srcLang.slice(0, 40), trgLang.slice(0, 40)))
}
