import { useMutation } from '@tanstack/react-query'
import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { pdfFile } from '#contract/file-fields.ts'
import type { Language } from '#contract/french.ts'
import { MANUAL_PDF_MEGABYTES, type Manual, manuals } from '#contract/manuals.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, StoppedError } from '#web/api/call.ts'
import { useLiveEvents } from '#web/api/live-events.ts'
import { onSessionChange, sessionNumber } from '#web/api/session.ts'
import { isUnknown } from '#web/forms/idempotency-key.ts'
import { beginWork } from '#web/forms/unsaved-forms.ts'
import { toastError, toastSuccess, toastWarning } from '#web/ui/feedback/toast.ts'

/**
 * A running job for the PDF of a manual in a language, an upload that can be tried again, or a question that a refusal
 * asks; `made` and `uploaded` go from 0 to 1.
 */
type PdfJob = { language: Language } & (
  | { kind: 'generating'; made: number }
  | { kind: 'uploading'; uploaded: number; cancel: () => void }
  | { kind: 'failed'; file: File }
  | { kind: 'lacks_french'; why: string }
)

/** The manual that a job is for. */
type OfManual = Pick<Manual, '_id'>
type Result = { message: string; warning?: string | undefined }

const FAILED = 'file upload failed.'
const CANCELLED = 'You cancelled the upload. If the server already had the whole file, the PDF has changed.'
// Manuals of hundreds of pages with pictures take time to print, and large files take time to check.
const GENERATION_SECONDS = 180
const UPLOAD_SECONDS = 120
const chosenPdf = pdfFile(MANUAL_PDF_MEGABYTES)

// Of the page and not of the screen, so that they are seen again by somebody who comes back.
type Jobs = Readonly<Record<string, PdfJob | undefined>>
const useJobs = create<{ jobs: Jobs }>(() => ({ jobs: {} }))
const currentJobs = () => useJobs.getState().jobs

/** Ends the work that the page would lose: uploads that run, and the files of those to be tried again. */
let endWork: (() => void) | undefined

function setJobs(jobs: Jobs) {
  useJobs.setState({ jobs })
  if (Object.values(jobs).some((job) => job && job.kind !== 'lacks_french')) endWork ??= beginWork()
  else {
    endWork?.()
    endWork = undefined
  }
}

/** Follows how much of each PDF is made, while a screen shows the jobs. */
export const useMadeParts = () =>
  useLiveEvents((event) => {
    if (event.kind !== 'printing') return
    const { manual_id, language, done } = event
    // Of two that are made at once in a language, the further one counts.
    const job = currentJobs()[manual_id]
    if (job?.kind === 'generating' && job.language === language && done > job.made)
      setJobs({ ...currentJobs(), [manual_id]: { ...job, made: done } })
  })

const setJob = ({ _id }: OfManual, job: PdfJob | undefined) => setJobs({ ...currentJobs(), [_id]: job })

// The next person must not see what this one has done.
let session = sessionNumber()
onSessionChange(() => {
  if (session === sessionNumber()) return
  session = sessionNumber()
  setJobs({})
})

const isRunning = (job: PdfJob | undefined) => job?.kind === 'generating' || job?.kind === 'uploading'

/** The PDF job of a manual, of which it has at most one. */
export const usePdfJob = ({ _id }: OfManual) => useJobs(({ jobs }) => jobs[_id])

/** Of which kind the jobs are, by manual; how far they are does not matter. */
export const usePdfJobKinds = () =>
  useJobs(useShallow(({ jobs }) => Object.fromEntries(Object.entries(jobs).map(([id, job]) => [id, job?.kind]))))

/** Forgets an upload that has failed, or a question. */
export const dismissPdfJob = (manual: OfManual) => setJob(manual, undefined)

/** Functions that start a PDF job. Their results are shown as toasts. */
export function useStartPdfJob() {
  const mutation = useMutation({
    mutationFn: ({ send }: { send: () => Promise<Result> }) => send(),
  })

  async function runJob(manual: OfManual, start: PdfJob, send: () => Promise<Result>, file?: File) {
    if (isRunning(currentJobs()[manual._id])) return
    setJob(manual, start)
    const begunIn = session
    let left: PdfJob | undefined
    try {
      const { message, warning } = await mutation.mutateAsync({ send })
      toastSuccess(message)
      if (warning) toastWarning(warning, { stays: true })
    } catch (error) {
      const { language } = start
      const lacking = error instanceof ApiError ? error.body.errors?.['leave_english']?.[0] : undefined
      if (lacking !== undefined) left = { kind: 'lacks_french', why: lacking, language }
      else if (file && isUnknown(error)) left = { kind: 'failed', file, language }
      if (error instanceof StoppedError) toastWarning(CANCELLED)
      else if (lacking === undefined && error instanceof ApiError && error.status !== 401)
        toastError(messageFor(error, file))
    } finally {
      if (begunIn === session) setJob(manual, left)
    }
  }

  function upload(manual: OfManual, file: File, language: Language = 'en') {
    const checked = chosenPdf.safeParse(file)
    if (!checked.success) {
      toastError(checked.error.issues[0]?.message ?? FAILED)
      return
    }
    const controller = new AbortController()
    const { signal } = controller
    const job = (uploaded: number): PdfJob => ({
      kind: 'uploading',
      language,
      uploaded,
      cancel: () => controller.abort(new StoppedError()),
    })
    const options = {
      onProgress: (uploaded: number) => setJob(manual, job(uploaded)),
      signal,
      timeLimitSeconds: UPLOAD_SECONDS,
    }
    void runJob(
      manual,
      job(0),
      () => call(manuals.create_pdf, { manual_id: manual._id, file, ...inLanguage(language) }, options),
      file,
    )
  }

  return {
    generate: (manual: OfManual, language: Language = 'en', more: { leave_english?: true } = {}) =>
      void runJob(manual, { kind: 'generating', made: 0, language }, () =>
        call(
          manuals.generate_pdf,
          { manual_id: manual._id, ...inLanguage(language), ...more },
          { timeLimitSeconds: GENERATION_SECONDS },
        ),
      ),
    upload,
  }
}

const inLanguage = (language: Language) => (language === 'en' ? {} : { language })

// A rejected file has a message of the server; without an answer or with a 5xx the upload has failed.
const messageFor = ({ status, message }: ApiError, file: File | undefined) =>
  file && (status === 0 || status >= 500) ? FAILED : message
