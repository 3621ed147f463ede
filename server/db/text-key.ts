/**
 * A text or a part of one as it is compared, in any script: equivalent spellings alike (NFD), capital and small letters
 * alike, every run of blanks one space. What is part of a text is also part of it folded.
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

/** The form in which whole texts are compared and stored for that: folded, without outer blanks. */
export const textKey = (text: string) => foldText(text).trim()

/** Whether `part` occurs in `text`. A text has a blank on either side, so a word and a blank find the last word too. */
export const containsText = (text: string, part: string) => ` ${textKey(text)} `.includes(foldText(part))
