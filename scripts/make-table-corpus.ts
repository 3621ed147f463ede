import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { csvFiles } from './table-corpus/csv-files.ts'
import { cellFiles } from './table-corpus/xlsx-cells.ts'
import { packageFiles } from './table-corpus/xlsx-packages.ts'
import { refusedWorkbooks } from './table-corpus/xlsx-refusals.ts'

/** Writes the files by which the reading of tables is tested, each with what it is read as. */
const folder = join(import.meta.dirname, '../server/tables/reading/corpus')
const files = [...csvFiles, ...(await Promise.all([...cellFiles, ...packageFiles, ...refusedWorkbooks]))]

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
for (const { name, bytes, expected } of files) {
  await writeFile(join(folder, name), bytes)
  await writeFile(join(folder, `${name}.expected.json`), `${JSON.stringify(expected)}\n`)
}
console.log(`${files.length} files are in ${folder}`)
