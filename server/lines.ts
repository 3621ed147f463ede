/** The lines of a text with either line ending (LF or CRLF), without an empty last one. */
export const linesOf = (text: string) => text.replace(/\r?\n$/, '').split(/\r?\n/)
