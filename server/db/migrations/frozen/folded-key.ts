/** The form in which text is compared: equivalent spellings, cases and runs of blanks alike, without outer blanks. */
export const foldedKey = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFD')
    .replace(/\s+/g, ' ')
    .trim()
