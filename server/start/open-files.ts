import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Note } from '../integrations/asked.ts'
import { diskFiles } from '../integrations/files/disk.ts'
import { s3Files } from '../integrations/files/s3.ts'
import type { FileStore } from '../integrations/files/store.ts'
import type { Settings } from '../settings/settings.ts'
import { SettingsError } from '../settings/settings-error.ts'

/** Opens the configured file storage. Throws SettingsError for an unusable bucket. */
export async function openFiles({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>, note?: Note): Promise<FileStore> {
  if (!s3) return diskFiles(resolve(dataDir, 'files'))
  const files = s3Files(s3, note)
  await files.read('no-such-file').catch((error: Error) => {
    const refusal = new SettingsError(`S3_BUCKET: the bucket ${s3.bucket} cannot be used (${error.message})`)
    throw Object.assign(refusal, { service: 'storage' })
  })
  return files
}

/** The product's version in package.json. */
export const productVersion = () =>
  (JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string }).version
