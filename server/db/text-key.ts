/** A text as it is compared: outer blanks cut, case and compatibility forms folded, in any script. */
export const textKey = (text: string) => text.normalize('NFKC').trim().toLowerCase()
