import type { StandardSchemaV1 } from '@standard-schema/spec'
import { anyPasswordRules, emailRules, firstBroken, type Rule } from '#contract/rules.ts'

const rules: Record<string, readonly Rule[]> = { email: emailRules, password: anyPasswordRules }

type LoginFields = { email: string; password: string }

/**
 * The contract's `loginFields`, without the library that checks schemas: the login page is the first that is loaded,
 * and has two texts to check.
 */
export const loginFields: StandardSchemaV1<LoginFields> = {
  '~standard': {
    version: 1,
    vendor: 'rules',
    validate(values) {
      const fields = values as LoginFields
      const issues = Object.entries(rules).flatMap(([name, own]) => {
        const message = firstBroken(own, fields[name as keyof LoginFields])
        return message ? [{ message, path: [name] }] : []
      })
      return issues.length ? { issues } : { value: fields }
    },
  },
}
