import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** System calls that change files or folders, or sync them. */
const CALLS =
  'open,openat,creat,write,pwrite64,writev,pwritev,ftruncate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat'

/** How to run a program so that strace writes all it does to files into `log`, byte for byte. */
export const traced = (log: string) => [
  'strace',
  '-D',
  '-f',
  '--seccomp-bpf',
  '-y',
  '-xx',
  '-s',
  '99999999',
  '-e',
  'signal=none',
  '-e',
  `trace=${CALLS}`,
  '-o',
  log,
]

type Change = { at: number; bytes: Buffer } | { length: number }
type KeptFile = { kind: 'file'; synced: Buffer; length: number; since: Change[] }
type Folder = { kind: 'folder'; now: Map<string, KeptFile | Folder>; synced: Map<string, KeptFile | Folder> }

const aFolder = (): Folder => ({ kind: 'folder', now: new Map(), synced: new Map() })
const aFile = (): KeptFile => ({ kind: 'file', synced: Buffer.alloc(0), length: 0, since: [] })

/**
 * A folder as a power cut leaves it: each file with only what was written before its last sync, each folder with only
 * the names that it had at its last sync. It is replayed from strace's log, starting with an empty folder at `root`.
 */
export class SyncedDisk {
  readonly #root: string
  readonly #top = aFolder()
  readonly #unfinished = new Map<string, string>()
  readonly #places = new Map<string, number>()
  constructor(root: string) {
    this.#root = root
  }

  /** Carries out one line of the log. */
  play(line: string) {
    const [, thread = '', said = ''] = /^(\d+)\s+(.*)$/s.exec(line) ?? []
    if (said.endsWith('<unfinished ...>')) {
      this.#unfinished.set(thread, said.slice(0, -'<unfinished ...>'.length))
      return
    }
    const rest = /^<\.\.\. \w+ resumed>(.*)$/s.exec(said)?.[1]
    const call = rest === undefined ? said : (this.#unfinished.get(thread) ?? '') + rest
    const [, name = '', words = '', result = ''] = /^(\w+)\((.*)\)\s+= (\d+)/s.exec(call) ?? []
    if (name) this.#carryOut(name, words, Number(result))
  }

  /** Writes what is left into the folder `to`. `isLeft` says which of the unsynced changes survive. */
  writeOut(to: string, isLeft: () => boolean = () => false, folder = this.#top) {
    mkdirSync(to)
    for (const [name, entry] of isLeft() ? folder.now : folder.synced) {
      // Shared memory, which nobody reads after a restart.
      if (name.endsWith('-shm')) continue
      if (entry.kind === 'folder') {
        this.writeOut(join(to, name), isLeft, entry)
        continue
      }
      const left = { ...entry, synced: Buffer.from(entry.synced), since: entry.since.filter(isLeft) }
      sync(left)
      writeFileSync(join(to, name), left.synced.subarray(0, left.length))
    }
  }

  #carryOut(name: string, words: string, result: number) {
    const [first = '', second = ''] = [...words.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => hex)
    const [, fd = '', path = ''] = /^(\d+)<([^>]*)>/.exec(words) ?? []
    const opened = path && this.#find(decode(path).toString())
    switch (name) {
      case 'open':
      case 'openat':
      case 'creat':
        return this.#open(decode(first).toString(), words, String(result))
      case 'mkdir':
      case 'mkdirat':
        return this.#put(decode(first).toString(), aFolder())
      case 'rename':
      case 'renameat':
      case 'renameat2':
        return this.#put(decode(second).toString(), this.#take(decode(first).toString()))
      case 'unlink':
      case 'unlinkat':
        return void this.#take(decode(first).toString())
    }
    if (!opened) return
    if (name === 'fsync' || name === 'fdatasync') return sync(opened)
    if (opened.kind === 'folder') return
    if (name === 'ftruncate') return void opened.since.push({ length: Number(/, (\d+)\s*$/.exec(words)?.[1]) })
    const isPlaced = name.startsWith('p')
    const at = isPlaced ? Number(/, (\d+)\s*$/.exec(words)?.[1]) : (this.#places.get(fd) ?? 0)
    const bytes = decode([...words.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => hex).join(''))
    opened.since.push({ at, bytes: bytes.subarray(0, result) })
    if (!isPlaced) this.#places.set(fd, at + result)
  }

  #open(path: string, words: string, fd: string) {
    this.#places.set(fd, 0)
    const known = this.#find(path)
    if (!known && words.includes('O_CREAT')) this.#put(path, aFile())
    if (known?.kind === 'file' && words.includes('O_TRUNC')) known.since.push({ length: 0 })
  }

  #find(path: string) {
    const steps = this.#steps(path)
    if (!steps) return undefined
    return steps.reduce<KeptFile | Folder | undefined>(
      (entry, step) => (entry?.kind === 'folder' ? entry.now.get(step) : undefined),
      this.#top,
    )
  }

  #put(path: string, entry: KeptFile | Folder | undefined) {
    const folder = this.#find(join(path, '..'))
    const name = this.#steps(path)?.at(-1)
    if (folder?.kind === 'folder' && name && entry) folder.now.set(name, entry)
  }

  #take(path: string) {
    const entry = this.#find(path)
    const folder = this.#find(join(path, '..'))
    const name = this.#steps(path)?.at(-1)
    if (folder?.kind === 'folder' && name) folder.now.delete(name)
    return entry
  }

  /** The names on the path from the root; undefined for a path outside. */
  #steps(path: string) {
    const way = relative(this.#root, path)
    return path.startsWith('/') && !way.startsWith('..') ? way.split('/').filter(Boolean) : undefined
  }
}

function sync(entry: KeptFile | Folder) {
  if (entry.kind === 'folder') {
    entry.synced = new Map(entry.now)
    return
  }
  for (const change of entry.since) {
    if ('length' in change) {
      entry.synced.fill(0, Math.min(change.length, entry.length))
      entry.length = change.length
    } else entry.length = Math.max(entry.length, change.at + change.bytes.length)
    if (entry.length > entry.synced.length) {
      entry.synced = Buffer.concat([entry.synced, Buffer.alloc(entry.length * 2 - entry.synced.length)])
    }
    if ('bytes' in change) change.bytes.copy(entry.synced, change.at)
  }
  entry.since = []
}

const decode = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex')
