import { z } from 'zod'
import { optionalText } from './fields.ts'
import { plainCode } from './rules.ts'

const MOST_CHARACTERS = 100

/**
 * Another system's id for a record, if it has one; empty becomes null. A call that leaves it out keeps it, so that
 * callers who do not know it do not clear it.
 */
export const externalId = z
  .union([z.string(), z.int()])
  .transform((value): string | null | undefined => String(value))
  .pipe(optionalText(MOST_CHARACTERS, plainCode))
  .nullable()
  .transform((value) => value || null)
  .optional()
