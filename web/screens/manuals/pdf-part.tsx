import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core'
import type { Language } from '#contract/french.ts'
import type { Manual } from '#contract/manuals.ts'
import { hasFrench } from '#web/api/settings.ts'
import type { RowAction } from '#web/records/list/rows/row-actions.tsx'
import { ActionInWords } from '#web/records/page/action-in-words.tsx'
import { Part } from '#web/records/page/part.tsx'
import { pdfIn, pdfWordOf } from '#web/shared-acts/manual-acts.ts'
import { dismissPdfJob, usePdfJob, useStartPdfJob } from '#web/shared-acts/use-pdf-jobs.ts'
import { FailedUpload, UploadProgress, WorkProgress } from '#web/ui/feedback/upload-progress.tsx'
import { formatDateTime } from '#web/ui/format.ts'
import { WarningText } from '#web/ui/warning-text.tsx'

export type PdfActions = Readonly<Record<Language, RowAction<Manual>[]>>
type PdfPartProps = { manual: Manual; pdfActions: PdfActions }

/** The PDF of a manual, and below it the French one where owners read French. */
export const PdfPart = ({ manual, pdfActions }: PdfPartProps) => (
  <Part title="PDF">
    <Pdf manual={manual} language="en" actions={pdfActions.en} />
    {hasFrench() && (
      <Box component="section" aria-label="PDF in French" mt="md">
        <Pdf manual={manual} language="fr" actions={pdfActions.fr} />
      </Box>
    )}
  </Part>
)

type PdfProps = { manual: Manual; language: Language; actions: RowAction<Manual>[] }

function Pdf({ manual, language, actions }: PdfProps) {
  const pdf = pdfIn(manual, language)
  const { name, pdf_url, pdf_made_at } = pdf
  const word = pdfWordOf(pdf)
  const isFrench = language === 'fr'
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Group gap="4px 14px">
          <Text size="sm" component="div">
            {isFrench && <span>French: </span>}
            {word === 'Out of date' ? <WarningText>{word}</WarningText> : <span>{word}</span>}
          </Text>
          {pdf_url && (
            <>
              {pdf_made_at && (
                <Text size="sm" c="dimmed">
                  Made {formatDateTime(pdf_made_at)}
                </Text>
              )}
              <Anchor href={pdf_url} target="_blank" rel="noreferrer" size="sm">
                {`Open the ${isFrench ? 'French PDF' : 'PDF'} of ${name}`}
              </Anchor>
            </>
          )}
        </Group>
        <Group gap="xs">
          {actions.map(({ of }) => {
            const action = of(manual, name)
            return action && <ActionInWords key={action.label} action={{ ...action, isOnPage: false }} />
          })}
        </Group>
      </Group>
      <PdfJob manual={manual} language={language} />
    </>
  )
}

function PdfJob({ manual, language }: Omit<PdfProps, 'actions'>) {
  const { generate, upload } = useStartPdfJob()
  const job = usePdfJob(manual)
  if (job?.language !== language) return null
  if (job.kind === 'lacks_french')
    return (
      <Stack gap="xs" mt="sm" role="alert">
        <Text size="sm">
          <WarningText>No PDF was generated.</WarningText> <span>{job.why}</span>
        </Text>
        <Group gap="xs">
          <Button size="xs" onClick={() => generate(manual, language, { leave_english: true })}>
            Leave in English
          </Button>
          <Button size="xs" variant="default" onClick={() => dismissPdfJob(manual)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    )
  return (
    <Box maw={320} mt="sm">
      {job.kind === 'generating' ? (
        <WorkProgress label="Generating the PDF" done={job.made} />
      ) : job.kind === 'uploading' ? (
        <UploadProgress uploaded={job.uploaded} onCancel={job.cancel} />
      ) : (
        <FailedUpload onRetry={() => upload(manual, job.file, language)} onDismiss={() => dismissPdfJob(manual)} />
      )}
    </Box>
  )
}
