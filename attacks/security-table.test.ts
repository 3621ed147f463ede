import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')

/** The proofs that the page names: a file of tests, and what the test is called where it says so. */
const proofs = [...page.matchAll(/`([\w/.-]+\.(?:test|spec)\.tsx?)`(?: › ([^|<\n]+))?/g)].map(
  ([, file = '', name = '']) => [file, name.trim()] as const,
)

/** A file as its reader sees it: quotes within texts without their backslashes. */
const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'")

describe('the table of requirements', () => {
  it.each(proofs)('names a test that is there: %s › %s', (file, name) => {
    expect(existsSync(join(root, file))).toBe(true)
    expect(sourceOf(file)).toContain(name)
  })

  it('gives a proof for every requirement that it calls met', () => {
    const [, met = ''] = /\n## OWASP ASVS[^]*?\n(\|[^]*?)\n\n## Where/.exec(page) ?? []
    const rows = met.split('\n').filter((row) => /^\| V\d/.test(row))
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter((row) => !/`[\w/.-]+\.(test|spec)\.tsx?`/.test(row))).toEqual([])
  })
})
