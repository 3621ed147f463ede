import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFolder } from './make-folder.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'folder-'))
})
afterEach(() => rmSync(place, { recursive: true }))

describe('a folder', () => {
  it('is made where it is missing, with those above it', () => {
    makeFolder(join(place, 'on', 'disk'), 'backups')
    expect(existsSync(join(place, 'on', 'disk'))).toBe(true)
  })

  it('cannot be made in the place of a file', () => {
    const file = join(place, 'file')
    writeFileSync(file, '')
    expect(() => makeFolder(file, 'backups')).toThrow(`cannot keep backups in ${file} (EEXIST)`)
  })

  it('is refused where nothing can be made, in place of trying for ever', () => {
    expect(() => makeFolder('/proc/no/such/folder', 'data')).toThrow(
      /^cannot keep data in \/proc\/no\/such\/folder \(E\w+\)$/,
    )
  })

  it.skipIf(process.getuid?.() === 0)('that cannot be written is refused', () => {
    chmodSync(place, 0o500)
    expect(() => makeFolder(place, 'data')).toThrow(`cannot keep data in ${place} (EACCES)`)
    chmodSync(place, 0o700)
  })
})
