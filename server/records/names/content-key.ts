import { hash } from 'node:crypto'

/**
 * The digest of a page's content, stored beside it, so that comparisons with the printed one need not read contents.
 */
export const contentKey = (content: string) => hash('sha256', content, 'base64url')
