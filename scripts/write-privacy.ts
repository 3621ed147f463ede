import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { privacyPage } from './privacy-page.ts'

/** Makes the tables of docs/privacy.md anew, from what the columns and tables say of themselves. */
const path = join(import.meta.dirname, '../docs/privacy.md')
writeFileSync(path, privacyPage(readFileSync(path, 'utf8')))
