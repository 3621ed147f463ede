import { Loader } from '@mantine/core'
import { Download, FileCog, Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Language } from '#contract/french.ts'
import { type Manual, manuals } from '#contract/manuals.ts'
import { call } from '#web/api/call.ts'
import { ConfirmCallDialog } from '#web/forms/confirm-call-dialog.tsx'
import type { RowAction } from '#web/records/list/rows/row-actions.tsx'
import { manualActs, nextActOf, pdfIn } from '#web/shared-acts/manual-acts.ts'
import { usePdfJobKinds, useStartPdfJob } from '#web/shared-acts/use-pdf-jobs.ts'

/** What the PDF is called in words, by its language. */
const nouns: Record<Language, string> = { en: 'PDF', fr: 'French PDF' }

/** The actions for the PDFs of manuals in each language, and the input in which a file is chosen. */
export function usePdfActions() {
  const kinds = usePdfJobKinds()
  const { generate, upload } = useStartPdfJob()
  const input = useRef<HTMLInputElement>(null)
  const chosenFor = useRef<{ manual: Manual; language: Language }>(null)
  const [removing, setRemoving] = useState<Manual>()
  const isBusy = ({ _id }: Manual) => kinds[_id] === 'generating' || kinds[_id] === 'uploading'

  const actionsIn = (language: Language): RowAction<Manual>[] => {
    const noun = nouns[language]
    /** Only the English one can be the next act. */
    const wordOf = (manual: Manual, act: 'generate' | 'download') =>
      language === 'en' && nextActOf(manual) === act && { word: manualActs[act] }
    return [
      {
        isSeldom: true,
        of(manual, name) {
          const isEmpty = manual.page_count === 0
          const isGenerating = kinds[manual._id] === 'generating'
          return {
            label: `Generate ${noun} of ${name}`,
            act: `Generate ${noun}`,
            ...wordOf(manual, 'generate'),
            needsServer: true,
            isOnPage: true,
            tip: isEmpty ? 'There are no pages yet!' : isGenerating ? 'Generating the PDF…' : `Generate ${noun}`,
            icon: isGenerating ? <Loader size={16} aria-hidden /> : <FileCog size={16} aria-hidden />,
            disabled: isEmpty || isBusy(manual),
            onClick: () => generate(manual, language),
          }
        },
      },
      {
        of(manual, name) {
          const { pdf_url } = pdfIn(manual, language)
          return {
            label: `Download ${noun} of ${name}`,
            act: `Download ${noun}`,
            ...wordOf(manual, 'download'),
            needsServer: true,
            isOnPage: true,
            tip: pdf_url ? `Download ${noun}` : `There is no ${noun} Generated yet!`,
            icon: <Download size={16} aria-hidden />,
            disabled: !pdf_url,
            onClick: () => pdf_url && download(pdf_url, `${name}${language === 'fr' ? ' (fr)' : ''}.pdf`),
          }
        },
      },
      {
        of(manual, name) {
          const isUploading = kinds[manual._id] === 'uploading'
          return {
            label: `Upload ${noun} of ${name}`,
            act: `Upload ${noun}`,
            needsServer: true,
            isOnPage: true,
            tip: isUploading ? 'Uploading the PDF…' : `Upload ${noun}`,
            icon: isUploading ? <Loader size={16} aria-hidden /> : <Upload size={16} aria-hidden />,
            disabled: isBusy(manual),
            onClick() {
              chosenFor.current = { manual, language }
              input.current?.click()
            },
          }
        },
      },
    ]
  }
  /** Without a French one, owners get the English one, which can only be replaced. */
  const removeFrench: RowAction<Manual> = {
    isSeldom: true,
    of: (manual, name) =>
      manual.pdf_url_fr !== null && {
        label: `Remove French PDF of ${name}`,
        act: 'Remove French PDF',
        needsServer: true,
        isOnPage: true,
        tip: 'Remove French PDF',
        icon: <Trash2 size={16} aria-hidden />,
        disabled: isBusy(manual),
        onClick: () => setRemoving(manual),
      },
  }
  const pdfInput = (
    <>
      {removing && <RemoveFrenchPdf manual={removing} onClose={() => setRemoving(undefined)} />}
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        hidden
        aria-label="PDF file"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file && chosenFor.current) upload(chosenFor.current.manual, file, chosenFor.current.language)
          // Otherwise choosing the same file again fires no change event.
          currentTarget.value = ''
        }}
      />
    </>
  )
  return { pdfActions: { en: actionsIn('en'), fr: [...actionsIn('fr'), removeFrench] }, pdfInput }
}

const RemoveFrenchPdf = ({ manual, onClose }: { manual: Manual; onClose: () => void }) => (
  <ConfirmCallDialog
    title="Remove French PDF"
    text="Remove the French PDF of this manual? Owners who read French get the English one then. This cannot be undone."
    name={manual.name}
    action="Remove"
    danger
    send={(options) => call(manuals.remove_pdf, { manual_id: manual._id, language: 'fr' }, options)}
    onClose={onClose}
  />
)

function download(address: string, fileName: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
}
