import { z } from 'zod'
import { optionalText } from './fields.ts'
import { plainCode } from './rules.ts'

const MOST_CHARACTERS = 100

/**
 * What another system calls a record, if it knows it; an empty one becomes null. Where it is left out of a call it stays as
 * it is, so that whoever does not know it does not take it away.
 */
export const externalId = z
  .union([z.string(), z.int()])
  .transform((value): string | null | undefined => String(value))
  .pipe(optionalText(MOST_CHARACTERS, plainCode))
  .nullable()
  .transform((value) => value || null)
  .optional()
