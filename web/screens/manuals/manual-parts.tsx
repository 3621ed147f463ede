import { useQuery } from '@tanstack/react-query'
import { type Manual, manuals } from '#contract/manuals.ts'
import { query } from '#web/api/query.ts'
import classes from './manual-parts.module.css'
import { PagesByTopic } from './pages-by-topic.tsx'
import { type PdfActions, PdfPart } from './pdf-part.tsx'
import { Reading } from './reading.tsx'
import { useChosenPage } from './use-chosen-page.ts'

/** The keys of these parts, for the help. */
export const MANUAL_KEYS: [keys: string, meaning: string][] = [
  ['n', 'Next sub topic without a page'],
  ['↑ ↓', 'Move between topics and pages, and read them'],
]

type ManualPartsProps = { manual: Manual; pdfActions: PdfActions }

/** What a manual is about: its PDF, and its pages by topic beside the one that is read. */
export function ManualParts({ manual, pdfActions }: ManualPartsProps) {
  const { data, error, refetch } = useQuery(query(manuals.outline, { manual_id: manual._id }))
  const outline = data?.data
  const chosen = useChosenPage(outline)
  return (
    <>
      <PdfPart manual={manual} pdfActions={pdfActions} />
      <div className={classes.pages}>
        <PagesByTopic
          manual={manual}
          outline={outline}
          error={outline ? null : error}
          onRetry={() => void refetch()}
          chosen={chosen}
        />
        <Reading page={chosen.page} />
      </div>
    </>
  )
}
