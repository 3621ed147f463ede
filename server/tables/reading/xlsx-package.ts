import { posix } from 'node:path'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { MOST_BYTES } from './limits.ts'
import { refusals, UnreadableTable } from './unreadable-table.ts'

/** More parts no workbook has whose tables anybody reads. */
const MOST_PARTS = 10_000

/** The parts of a workbook. Paths begin without a slash; letters count the same in both cases. */
export type Package = {
  has(path: string): boolean
  /** The bytes of a part as they are unpacked. @throws UnreadableTable where they are damaged, or too many in sum. */
  read(path: string): AsyncIterable<Uint8Array>
}

/** Opens a ZIP file, whose parts only leave it by `read`. @throws UnreadableTable when it is none, or says that it is too large. */
export async function openPackage(path: string): Promise<Package> {
  const zip = await orDamaged(openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false }))
  const parts = await partsOf(zip)
  let unpacked = 0
  async function* read(path: string) {
    const entry = parts.get(keyOf(path))
    if (!entry) throw new UnreadableTable(refusals.damaged)
    const bytes = await orDamaged(zip.openReadStreamPromise(entry))
    for await (const chunk of damagedWhereTorn(bytes)) {
      unpacked += chunk.length
      if (unpacked > MOST_BYTES) throw new UnreadableTable(refusals.unpacksTooLarge)
      yield chunk
    }
  }
  return { has: (path) => parts.has(keyOf(path)), read }
}

async function partsOf(zip: ZipFile) {
  if (zip.entryCount > MOST_PARTS) throw new UnreadableTable(refusals.noWorkbook)
  const parts = new Map<string, Entry>()
  const entries = zip.eachEntry()
  let said = 0
  for (;;) {
    const { done, value } = await orDamaged(entries.next())
    if (done) return parts
    said += value.uncompressedSize
    if (said > MOST_BYTES) throw new UnreadableTable(refusals.unpacksTooLarge)
    const key = keyOf(value.fileNameRaw.toString())
    if (!parts.has(key)) parts.set(key, value)
  }
}

/** The name by which a part is found. It is no path of this machine, and nothing is ever written there. */
const keyOf = (name: string) => posix.normalize(name.replaceAll('\\', '/')).replace(/^\/+/, '').toLowerCase()

const isOfSystem = (error: unknown) => error instanceof Error && 'syscall' in error

async function orDamaged<T>(promise: Promise<T>) {
  try {
    return await promise
  } catch (error) {
    throw isOfSystem(error) ? error : new UnreadableTable(refusals.damaged)
  }
}

async function* damagedWhereTorn(bytes: AsyncIterable<Uint8Array>) {
  try {
    yield* bytes
  } catch (error) {
    throw isOfSystem(error) ? error : new UnreadableTable(refusals.damaged)
  }
}
