/** Removes the character U+0000 from all strings of a JSON text: PostgreSQL cannot store it, and nobody types it. */
export const stripNul = (json: string) =>
  json.includes('\\u0000') ? json.replace(/\\(u0000|[^])/g, (all, escaped) => (escaped === 'u0000' ? '' : all)) : json
