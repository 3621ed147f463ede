const QUOTES = /[\u2018-\u201b\u2032\u02b9\u02bc\u00b4`\uff07]/g
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033\uff02]/g
const HYPHENS = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g

/**
 * A text or a part of one as it is compared, in any script: equivalent spellings alike (NFD), capital and small letters
 * alike, every run of blanks one space, quotes and hyphens as keyboards have them, as typographers have others. What is
 * part of a text is also part of it folded.
 */
export const foldText = (text: string) =>
  text
    .normalize('NFD')
    // There and back, so that ß equals SS. JavaScript then chooses between σ and ς by what follows.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFD')
    .replace(/\s+/g, ' ')
    // Each becomes one: what is dropped would make a filter match everything.
    .replace(QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(HYPHENS, '-')

/** The form in which whole texts are compared and stored for that: folded, without outer blanks. */
export const textKey = (text: string) => foldText(text).trim()

/** Whether `part` occurs in `text`. A text has a blank on either side, so a word and a blank find the last word too. */
export const containsText = (text: string, part: string) => ` ${textKey(text)} `.includes(foldText(part))
