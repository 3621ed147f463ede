import { useMutation } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { pdfFile } from '#contract/file-fields.ts'
import { MANUAL_PDF_MEGABYTES, type Manual, manuals } from '#contract/manuals.ts'
import { ApiError, call, StoppedError } from '#web/api/call.ts'
import { toastError, toastSuccess, toastWarning } from '#web/ui/feedback/toast.ts'

/** A running job for the PDF of a manual; `uploaded` goes from 0 to 1. */
type PdfJob = { kind: 'generating' } | { kind: 'uploading'; uploaded: number; cancel: () => void }

type Result = { message: string; warning?: string | undefined }

const FAILED = 'file upload failed.'
const CANCELLED = 'You cancelled the upload. If the server already had the whole file, the PDF has changed.'
// Manuals of hundreds of pages with pictures take their time to print.
const GENERATION_SECONDS = 180
const chosenPdf = pdfFile(MANUAL_PDF_MEGABYTES)

const PdfJobs = createContext<{
  jobOf: (manual: Manual) => PdfJob | undefined
  generate: (manual: Manual) => void
  upload: (manual: Manual, file: File) => void
} | null>(null)

/** Runs PDF jobs for the rows inside, at most one per manual, and shows their result as a toast. */
export function PdfJobsProvider({ children }: { children: ReactNode }) {
  const [jobs, setJobs] = useState<Record<string, PdfJob | undefined>>({})
  const busy = Object.values(jobs).some(Boolean)
  useWarningBeforeLeaving(busy)

  const set = ({ _id }: Manual, job: PdfJob | undefined) => setJobs((jobs) => ({ ...jobs, [_id]: job }))
  const mutation = useMutation({
    mutationFn: ({ send }: { send: () => Promise<Result> }) => send(),
  })

  async function runJob(manual: Manual, start: PdfJob, send: () => Promise<Result>, failed?: string) {
    if (jobs[manual._id]) return
    set(manual, start)
    try {
      const { message, warning } = await mutation.mutateAsync({ send })
      toastSuccess(message)
      if (warning) toastWarning(warning, { stays: true })
    } catch (error) {
      if (error instanceof StoppedError) toastWarning(CANCELLED)
      else if (error instanceof ApiError && error.status !== 401) toastError(messageFor(error, failed))
    } finally {
      set(manual, undefined)
    }
  }

  return (
    <PdfJobs
      value={{
        jobOf: ({ _id }) => jobs[_id],
        generate: (manual) =>
          void runJob(manual, { kind: 'generating' }, () =>
            call(manuals.generate_pdf, { manual_id: manual._id }, { timeLimitSeconds: GENERATION_SECONDS }),
          ),
        upload(manual, file) {
          const checked = chosenPdf.safeParse(file)
          if (!checked.success) {
            toastError(checked.error.issues[0]?.message ?? FAILED)
            return
          }
          const controller = new AbortController()
          const { signal } = controller
          const job = (uploaded: number): PdfJob => ({
            kind: 'uploading',
            uploaded,
            cancel: () => controller.abort(new StoppedError()),
          })
          const onProgress = (uploaded: number) => set(manual, job(uploaded))
          const send = () => call(manuals.create_pdf, { manual_id: manual._id, file }, { onProgress, signal })
          void runJob(manual, job(0), send, FAILED)
        },
      }}
    >
      {children}
    </PdfJobs>
  )
}

/** The running PDF jobs and functions to start one. Throws outside PdfJobsProvider. */
export function usePdfJobs() {
  const jobs = useContext(PdfJobs)
  if (!jobs) throw new Error('usePdfJobs needs a PdfJobsProvider')
  return jobs
}

// A rejected file has a message of the server; without an answer or with a 5xx the upload has failed.
const messageFor = ({ status, message }: ApiError, failed: string | undefined) =>
  failed && (status === 0 || status >= 500) ? failed : message

function useWarningBeforeLeaving(busy: boolean) {
  useEffect(() => {
    if (!busy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [busy])
}
