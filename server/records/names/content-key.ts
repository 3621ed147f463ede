import { hash } from 'node:crypto'

/** The digest of a page's content, kept beside it, so that comparing what is printed reads no contents. */
export const contentKey = (content: string) => hash('sha256', content, 'base64url')
