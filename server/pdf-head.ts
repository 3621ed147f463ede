/** Viewers look for a PDF's header in the first 1,024 bytes. */
const MOST_BEFORE = 1024
const HEAD = '%PDF-'

/** Where a PDF begins in a file, or -1. */
export const startOfPdf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, Math.min(byteLength, MOST_BEFORE + HEAD.length)).indexOf(HEAD)
