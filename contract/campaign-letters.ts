import { z } from 'zod'

export const letterFormats = ['pdf', 'csv'] as const
export type LetterFormat = (typeof letterFormats)[number]
export const letterFormat = z.enum(letterFormats, 'Please choose PDF or CSV.')
/** The media types of letters and bulletins. */
export const letterTypes: Record<LetterFormat, string> = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' }
/** How many vehicles a file of letters leaves out for lack of an address. */
export const LEFT_OUT = 'x-left-out'
/** The most letters in a PDF, and the most vehicles in a bulletin. */
export const MOST_LETTERS = 1000
export const MOST_LISTED = 20_000
