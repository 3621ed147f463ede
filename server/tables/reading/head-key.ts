const UNSEEN = /[^\p{L}\p{N}_]+/gu

/** What heads of columns are compared by: their letters, digits and underscores, so that `Name *` is Name. */
export const headKey = (head: string) => head.normalize('NFKC').replace(UNSEEN, '').toLowerCase()
