// U+2066 to U+2069 and U+202A to U+202E reorder letters; the others only say which way they run.
const direction = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

// The space between Chinese and Japanese words is as wide as a letter, so it stays.
const spaces = /[\u00A0\u2000-\u200A\u202F\u205F]/g

/** Single-line text without what comes along with pasting: direction marks and typographic spaces. */
export const withoutMarks = (typed: string) => typed.replace(direction, '').replace(spaces, ' ')

const widthless = /[\u200B\u2060\uFEFF]/g
// Joiners shape the letters of many scripts and combine emoji; after any other character they do nothing.
const idleJoiners =
  /(?<![[\p{L}\p{M}]--[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Inherited}]]|[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])[\u200C\u200D]+/gv

/** A name, also without invisible characters that have no meaning. Visible characters stay as typed. */
export const plainName = (typed: string) => withoutMarks(typed).replace(widthless, '').replace(idleJoiners, '')
