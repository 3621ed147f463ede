import { Loader } from '@mantine/core'
import { Download, FileCog, Upload } from 'lucide-react'
import { useContext } from 'react'
import type { Manual } from '#contract/manuals.ts'
import { ActionsShownAs } from '#web/records/list/rows/action-entry.tsx'
import { ActionButton, type RowAction } from '#web/records/list/rows/row-actions.tsx'
import { usePdfJobs } from './use-pdf-jobs.ts'

export const generatePdf: RowAction<Manual> = (manual, name) => <GeneratePdf manual={manual} name={name} />
export const downloadPdf: RowAction<Manual> = (manual, name) => <DownloadPdf manual={manual} name={name} />
export const uploadPdf: RowAction<Manual> = (manual, name) => <UploadPdf manual={manual} name={name} />

type PdfActionProps = { manual: Manual; name: string }

function GeneratePdf({ manual, name }: PdfActionProps) {
  const { jobOf, isBusy, generate } = usePdfJobs()
  const job = jobOf(manual)
  const empty = manual.page_count === 0
  return (
    <ActionButton
      label={`Generate PDF of ${name}`}
      act="Generate PDF"
      needsServer
      tip={empty ? 'There are no pages yet!' : job?.kind === 'generating' ? 'Generating the PDF…' : 'Generate PDF'}
      icon={job?.kind === 'generating' ? <Loader size={16} aria-hidden /> : <FileCog size={16} aria-hidden />}
      disabled={empty || isBusy(manual)}
      onClick={() => generate(manual)}
    />
  )
}

function DownloadPdf({ manual, name }: PdfActionProps) {
  const { pdf_url } = manual
  return (
    <ActionButton
      label={`Download PDF of ${name}`}
      act="Download PDF"
      needsServer
      tip={pdf_url ? 'Download PDF' : 'There is no PDF Generated yet!'}
      icon={<Download size={16} aria-hidden />}
      disabled={!pdf_url}
      onClick={() => pdf_url && download(pdf_url, `${name}.pdf`)}
    />
  )
}

function download(address: string, fileName: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
}

function UploadPdf({ manual, name }: PdfActionProps) {
  const { jobOf, isBusy, upload } = usePdfJobs()
  const inputId = `pdf-of-${manual._id}`
  // A menu that closes would take the input away before a file is chosen: its entry uses that of the row.
  const isEntry = useContext(ActionsShownAs) === 'entries'
  const job = jobOf(manual)
  const uploading = job?.kind === 'uploading'
  return (
    <>
      <ActionButton
        label={`Upload PDF of ${name}`}
        act="Upload PDF"
        needsServer
        tip={uploading ? 'Uploading the PDF…' : 'Upload PDF'}
        icon={uploading ? <Loader size={16} aria-hidden /> : <Upload size={16} aria-hidden />}
        disabled={isBusy(manual)}
        onClick={() => document.getElementById(inputId)?.click()}
      />
      {!isEntry && (
        <input
          id={inputId}
          type="file"
          accept="application/pdf,.pdf"
          hidden
          aria-label={`PDF file of ${name}`}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) upload(manual, file)
            // Otherwise choosing the same file again fires no change event.
            currentTarget.value = ''
          }}
        />
      )}
    </>
  )
}
