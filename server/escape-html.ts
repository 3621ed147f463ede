const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text escaped for HTML, attributes included. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
