/** The form in which text is compared: trimmed, lower case, compatibility forms folded (NFKC), in any script. */
export const textKey = (text: string) => text.normalize('NFKC').trim().toLowerCase()
