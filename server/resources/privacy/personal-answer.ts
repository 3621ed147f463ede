import { isoNow } from '../../clock.ts'
import { FileAnswer } from '../../http/serve.ts'
import { type Held, personalFile } from './personal-file.ts'

/** The answer to who asks for all that is held: as JSON, or a file to keep. */
export const personalAnswer = (held: Held, message: string, format: 'json' | 'zip' = 'json') =>
  format === 'json'
    ? { message, ...held }
    : new FileAnswer(`personal-data ${isoNow().slice(0, 10)}.zip`, 'application/zip', personalFile(held))
