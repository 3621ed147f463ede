import type { Generated } from 'kysely'

/** The files of manuals, and when and from what they were made, beyond the description. */
export type ManualColumns = {
  pdf_file: string | null
  /** When the PDF's pages were read, or when it was uploaded. */
  pdf_made_at: string | null
  /** The digest of what it printed, or of what would have been printed when it was uploaded. */
  pdf_digest: string | null
  /** 1 if generated from the pages, 0 if uploaded. */
  pdf_is_generated: number | null
  /** The same for the French one. */
  pdf_file_fr: Generated<string | null>
  pdf_made_at_fr: Generated<string | null>
  pdf_digest_fr: Generated<string | null>
  pdf_is_generated_fr: Generated<number | null>
}
