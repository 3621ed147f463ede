import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { SettingsError } from '../../settings/settings-error.ts'

const account = z.object({
  type: z.literal('service_account'),
  project_id: z.string().regex(/^[\w.:-]{1,100}$/),
  client_email: z.string().min(3),
  private_key: z.string().min(1),
  token_uri: z.url({ protocol: /^https?$/ }),
})

export type ServiceAccount = z.output<typeof account>

/**
 * Reads the JSON key file of a Google service account. Throws SettingsError for an unusable file, without repeating
 * its content.
 */
export function readServiceAccount(file: string): ServiceAccount {
  const refuse = (why: string) => new SettingsError(`FCM_CREDENTIALS: ${why}`)
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw refuse(code ? `the file cannot be read (${code})` : 'the file is not JSON')
  }
  const parsed = account.safeParse(content)
  if (!parsed.success) {
    throw refuse(`the file is not a service account’s: look at ${String(parsed.error.issues[0]?.path[0] ?? 'it')}`)
  }
  try {
    createPrivateKey(parsed.data.private_key)
  } catch {
    throw refuse('the private_key in the file cannot be used')
  }
  return parsed.data
}
