/** The lines of a text, ended in either way (LF or CRLF), without what ends them; without an empty last one. */
export const linesOf = (text: string) => text.replace(/\r?\n$/, '').split(/\r?\n/)
