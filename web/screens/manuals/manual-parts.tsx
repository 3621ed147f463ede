import { Anchor, Box, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Manual, manuals } from '#contract/manuals.ts'
import { query } from '#web/api/query.ts'
import type { RowAction } from '#web/records/list/rows/row-actions.tsx'
import { ActionInWords } from '#web/records/page/action-in-words.tsx'
import { Part } from '#web/records/page/part.tsx'
import { pdfWordOf } from '#web/shared-acts/manual-acts.ts'
import { dismissPdfJob, usePdfJob, useStartPdfJob } from '#web/shared-acts/use-pdf-jobs.ts'
import { FailedUpload, UploadProgress, WorkProgress } from '#web/ui/feedback/upload-progress.tsx'
import { formatDateTime } from '#web/ui/format.ts'
import { WarningText } from '#web/ui/warning-text.tsx'
import classes from './manual-parts.module.css'
import { PagesByTopic } from './pages-by-topic.tsx'
import { Reading } from './reading.tsx'
import { useChosenPage } from './use-chosen-page.ts'

/** The keys of these parts, for the help. */
export const MANUAL_KEYS: [keys: string, meaning: string][] = [
  ['n', 'Next sub topic without a page'],
  ['↑ ↓', 'Move between topics and pages, and read them'],
]

type ManualPartsProps = { manual: Manual; pdfActions: RowAction<Manual>[] }

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

function PdfPart({ manual, pdfActions }: ManualPartsProps) {
  const { name, pdf_url, pdf_made_at } = manual
  const word = pdfWordOf(manual)
  return (
    <Part title="PDF">
      <Group justify="space-between" gap="sm">
        <Group gap="4px 14px">
          <Text size="sm" component="div">
            {word === 'Out of date' ? <WarningText>{word}</WarningText> : word}
          </Text>
          {pdf_url && (
            <>
              {pdf_made_at && (
                <Text size="sm" c="dimmed">
                  Made {formatDateTime(pdf_made_at)}
                </Text>
              )}
              <Anchor href={pdf_url} target="_blank" rel="noreferrer" size="sm">
                Open the PDF of {name}
              </Anchor>
            </>
          )}
        </Group>
        <Group gap="xs">
          {pdfActions.map(({ of }) => {
            const action = of(manual, name)
            return action && <ActionInWords key={action.label} action={{ ...action, isOnPage: false }} />
          })}
        </Group>
      </Group>
      <PdfJob manual={manual} />
    </Part>
  )
}

function PdfJob({ manual }: { manual: Manual }) {
  const { upload } = useStartPdfJob()
  const job = usePdfJob(manual)
  if (!job) return null
  return (
    <Box maw={320} mt="sm">
      {job.kind === 'generating' ? (
        <WorkProgress label="Generating the PDF" done={job.made} />
      ) : job.kind === 'uploading' ? (
        <UploadProgress uploaded={job.uploaded} onCancel={job.cancel} />
      ) : (
        <FailedUpload onRetry={() => upload(manual, job.file)} onDismiss={() => dismissPdfJob(manual)} />
      )}
    </Box>
  )
}
