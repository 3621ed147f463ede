import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] }
type Manifest = Record<string, Chunk>

const dist = join(import.meta.dirname, '..', 'dist')

/**
 * The compressed script that the first visit of a page loads: the entry, the page's own chunk, and everything they
 * import.
 */
export function scriptSizes() {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const screen = (name: string) => `screens/${name}/${name}-screen.tsx`
  const pages: [string, string[]][] = [
    ['login page', ['index.html', screen('login')]],
    ['first list page (RV Types)', ['index.html', screen('rv-types')]],
  ]
  return pages.map(([page, entries]) => {
    const files = new Set(entries.flatMap((entry) => filesOf(manifest, entry)))
    const bytes = [...files].reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size, 0)
    return { page, kilobytes: bytes / 1024 }
  })
}

function filesOf(manifest: Manifest, entry: string, seen = new Set<string>()): string[] {
  const chunk = manifest[entry]
  if (!chunk) throw new Error(`${entry} is not in the build`)
  if (seen.has(entry)) return []
  seen.add(entry)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((name) => filesOf(manifest, name, seen))]
}
