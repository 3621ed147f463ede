import { Loader } from '@mantine/core'
import { Download, FileCog, Upload } from 'lucide-react'
import { useRef } from 'react'
import type { Manual } from '#contract/manuals.ts'
import type { RowAction } from '#web/records/list/rows/row-actions.tsx'
import { manualActs, nextActOf } from '#web/shared-acts/manual-acts.ts'
import { usePdfJobKinds, useStartPdfJob } from '#web/shared-acts/use-pdf-jobs.ts'

/** The actions for the PDFs of manuals, and the input in which a file is chosen. */
export function usePdfActions() {
  const kinds = usePdfJobKinds()
  const { generate, upload } = useStartPdfJob()
  const input = useRef<HTMLInputElement>(null)
  const manualOfFile = useRef<Manual>(null)
  const isBusy = ({ _id }: Manual) => kinds[_id] === 'generating' || kinds[_id] === 'uploading'

  const pdfActions: RowAction<Manual>[] = [
    {
      isSeldom: true,
      of(manual, name) {
        const isEmpty = manual.page_count === 0
        const isGenerating = kinds[manual._id] === 'generating'
        return {
          label: `Generate PDF of ${name}`,
          act: 'Generate PDF',
          ...(nextActOf(manual) === 'generate' && { word: manualActs.generate }),
          needsServer: true,
          isOnPage: true,
          tip: isEmpty ? 'There are no pages yet!' : isGenerating ? 'Generating the PDF…' : 'Generate PDF',
          icon: isGenerating ? <Loader size={16} aria-hidden /> : <FileCog size={16} aria-hidden />,
          disabled: isEmpty || isBusy(manual),
          onClick: () => generate(manual),
        }
      },
    },
    {
      of(manual, name) {
        const { pdf_url } = manual
        return {
          label: `Download PDF of ${name}`,
          act: 'Download PDF',
          ...(nextActOf(manual) === 'download' && { word: manualActs.download }),
          needsServer: true,
          isOnPage: true,
          tip: pdf_url ? 'Download PDF' : 'There is no PDF Generated yet!',
          icon: <Download size={16} aria-hidden />,
          disabled: !pdf_url,
          onClick: () => pdf_url && download(pdf_url, `${name}.pdf`),
        }
      },
    },
    {
      of(manual, name) {
        const isUploading = kinds[manual._id] === 'uploading'
        return {
          label: `Upload PDF of ${name}`,
          act: 'Upload PDF',
          needsServer: true,
          isOnPage: true,
          tip: isUploading ? 'Uploading the PDF…' : 'Upload PDF',
          icon: isUploading ? <Loader size={16} aria-hidden /> : <Upload size={16} aria-hidden />,
          disabled: isBusy(manual),
          onClick() {
            manualOfFile.current = manual
            input.current?.click()
          },
        }
      },
    },
  ]
  const pdfInput = (
    <input
      ref={input}
      type="file"
      accept="application/pdf,.pdf"
      hidden
      aria-label="PDF file"
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        if (file && manualOfFile.current) upload(manualOfFile.current, file)
        // Otherwise choosing the same file again fires no change event.
        currentTarget.value = ''
      }}
    />
  )
  return { pdfActions, pdfInput }
}

function download(address: string, fileName: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
}
