const UNSEEN = /[^\p{L}\p{N}_]+/gu

/** The form that headings are compared in: their letters, digits and underscores, so that `Name *` is Name. */
export const headKey = (head: string) => head.normalize('NFKC').replace(UNSEEN, '').toLowerCase()
