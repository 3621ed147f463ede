import type { Language } from './french.ts'

/** The placeholders that a message may have in braces, and their text if nothing is known. */
export const placeholders = { name: 'RV owner', model: 'RV', dealer: 'your dealer' } as const
/** The same for a message in French. */
const inFrench: Record<keyof typeof placeholders, string> = {
  name: 'propriétaire de VR',
  model: 'VR',
  dealer: 'votre concessionnaire',
}
/** The hint below fields that allow them. */
export const PLACEHOLDERS_HINT = '{name}, {model} and {dealer} become each owner’s own.'
export type Placeholder = keyof typeof placeholders
/** What is known about an owner for them. */
export type PlaceholderValues = Partial<Record<Placeholder, string | null>>

/** One or a few words, as someone writes a placeholder; CSS rules and other code in braces are plain text. */
const inBraces = /\{[\p{L}\p{N}_ -]*\}/gu
/** How much of an unknown one is quoted. */
const NAMED = 30

const placeholderOf = (found: string) => {
  const name = found.slice(1, -1)
  return Object.hasOwn(placeholders, name) ? (name as Placeholder) : undefined
}

/** The placeholders that a text has, each once. */
export const placeholdersIn = (text: string): Placeholder[] => [
  ...new Set((text.match(inBraces) ?? []).flatMap((found) => placeholderOf(found) ?? [])),
]

/** The text with its placeholders filled in. Values are inserted as they are, braces included. */
export const filledIn = (text: string, values: PlaceholderValues, language: Language = 'en') =>
  text.replaceAll(inBraces, (found) => {
    const name = placeholderOf(found)
    return name ? values[name]?.trim() || (language === 'fr' ? inFrench : placeholders)[name] : found
  })

const unknownIn = (text: string) => text.match(inBraces)?.find((found) => !placeholderOf(found))

/** Whether all placeholders in a text exist. */
export const hasKnownPlaceholders = (text: string) => unknownIn(text) === undefined

/** The message for a text with unknown ones; names the first. */
export function unknownPlaceholder(text: string) {
  const found = unknownIn(text) ?? '{}'
  const named = found.length > NAMED ? `${found.slice(0, NAMED)}…}` : found
  return `There is no placeholder ${named}. Please use {name}, {model} or {dealer}.`
}
