/**
 * A JSON text without the character 0 in any of its texts: nobody types it, and PostgreSQL keeps no text that has it.
 */
export const stripNul = (json: string) =>
  json.includes('\\u0000') ? json.replace(/\\(u0000|[^])/g, (all, escaped) => (escaped === 'u0000' ? '' : all)) : json
