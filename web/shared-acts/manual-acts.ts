import type { Language } from '#contract/french.ts'
import type { Manual } from '#contract/manuals.ts'

/** What can come next with a manual, and the word of its button. */
export const manualActs = { write: 'Write', generate: 'Generate', download: 'Download' } as const

/**
 * What comes next with a manual: its pages, then its PDF, then whoever wants to have that; nothing for a removed one.
 */
export function nextActOf({
  is_deleted,
  page_count,
  sub_topic_count,
  pdf_url,
  pdf_outdated,
}: Manual): keyof typeof manualActs | undefined {
  if (is_deleted) return undefined
  if (page_count < sub_topic_count) return 'write'
  if (pdf_url && !pdf_outdated) return 'download'
  return page_count > 0 ? 'generate' : undefined
}

/** A manual by the PDF that it has in a language. */
export const pdfIn = (manual: Manual, language: Language): Manual =>
  language === 'fr'
    ? {
        ...manual,
        pdf_url: manual.pdf_url_fr,
        pdf_made_at: manual.pdf_made_at_fr,
        pdf_outdated: manual.pdf_outdated_fr,
      }
    : manual

/** The state of its PDF in words. */
export const pdfWordOf = ({ pdf_url, pdf_outdated }: Manual) =>
  pdf_url === null ? 'None' : pdf_outdated ? 'Out of date' : 'Current'
