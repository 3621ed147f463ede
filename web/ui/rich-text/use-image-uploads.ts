import type { EditorView } from '@tiptap/pm/view'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PlacedPicture } from './paste/insert-paste.ts'
import type { Picture } from './paste/pasted-pictures.ts'
import { addImage, type Progress, placeOf } from './upload-placeholders.ts'
import { fitted, remedyOf, UnfetchedImage, type UploadProblem, useUploadProblems } from './use-upload-problems.ts'

/** How many pictures the server takes at a time; of many at once, the last would wait too long. */
const AT_ONCE = 4

/** Stores a picture and resolves to its URL; rejects with an Error whose message is shown, or when it is aborted. */
export type ImageUpload = (picture: Picture, signal: AbortSignal, onProgress: Progress) => Promise<string>

/**
 * Uploads the images of an editor. `messages` say what failed since the last images or paste; that can be tried again,
 * or fitted if it was refused. `isOwnImage` tells whether a URL is on our own server. `onUploading` is called with true
 * when uploads start, and with false when all have ended. Uploads end with the editor.
 */
export function useImageUploads(upload: ImageUpload | undefined, onUploading: (uploading: boolean) => void) {
  const [running, setRunning] = useState(0)
  const [note, setNote] = useState<string | null>(null)
  const problems = useUploadProblems()
  const origins = useRef(new Set([window.location.origin]))
  const latest = useRef({ upload, forget: problems.forget })
  useEffect(() => {
    latest.current = { upload, forget: problems.forget }
  })
  const turns = useRef(inTurn(AT_ONCE))
  const sending = useRef(new Set<AbortController>())
  useEffect(() => {
    const all = sending.current
    return () => all.forEach((upload) => upload.abort())
  }, [])
  const uploading = running > 0
  useEffect(() => onUploading(uploading), [onUploading, uploading])

  /** Trusts the servers of the images in this HTML, or of this URL. */
  const remember = useCallback((html: string) => {
    for (const [, address] of html.matchAll(/(?:^|<img src=")(https?:\/\/[^\s"<>]+\/files\/)/g)) {
      const url = URL.parse(address ?? '')
      if (url) origins.current.add(url.origin)
    }
  }, [])

  async function add(view: EditorView, placed: PlacedPicture, send: ImageUpload, after: Promise<unknown> | undefined) {
    const controller = new AbortController()
    const { signal } = controller
    sending.current.add(controller)
    setRunning((count) => count + 1)
    try {
      await addImage(view, placed, {
        upload: async (file, onProgress) => {
          const sent = turns.current(async () => {
            signal.throwIfAborted()
            return send(file, signal, onProgress)
          })
          const src = await Promise.race([sent, aborted(signal)])
          remember(src)
          return src
        },
        cancel: () => controller.abort(),
        keepsPlace: (error) => !signal.aborted && remedyOf(error) !== undefined,
        after,
      })
    } catch (error) {
      if (signal.aborted) return
      const message = (error instanceof Error && error.message) || `Could not upload file: ${placed.picture.name}.`
      problems.add({ view, placed, message, isUnfetched: error instanceof UnfetchedImage, remedy: remedyOf(error) })
    } finally {
      sending.current.delete(controller)
      setRunning((count) => count - 1)
    }
  }

  function addAll(view: EditorView, placed: readonly PlacedPicture[]) {
    const { upload: send } = latest.current
    if (!send) return setNote('Pictures cannot be added here.')
    const ends = new Map<number, Promise<unknown>>()
    for (const one of placed) {
      const before = ends.get(one.position)
      ends.set(one.position, Promise.all([before, add(view, one, send, before)]))
    }
  }

  /** No longer says what failed before. */
  function reset() {
    setNote(null)
    latest.current.forget()
  }

  /** Adds pictures again, to where they were to go, or else to where the cursor is. */
  function addAgain(solved: readonly UploadProblem[], pictures: readonly PlacedPicture[]) {
    const [first] = solved
    if (!first) return
    const { view } = first
    const placed = pictures.map((one, place) => ({
      ...one,
      position: placeOf(view, solved[place]?.placed.picture) ?? view.state.selection.from,
    }))
    problems.forget(solved)
    addAll(view, placed)
  }

  async function fitAll() {
    for (const problem of problems.refused) {
      const outcome = await fitted(problem)
      if ('picture' in outcome) addAgain([problem], [outcome])
      else {
        problems.forget([problem])
        problems.add(outcome)
      }
    }
  }

  const { failed, refused } = problems
  return {
    messages: note ? [note] : problems.messages,
    reset,
    /** Uploads again what could not be uploaded; undefined where that would not help. */
    tryAgain: failed.length
      ? () =>
          addAgain(
            failed,
            failed.map(({ placed }) => placed),
          )
      : undefined,
    /** Fits what was refused for its size, and uploads that; undefined where there is nothing to fit. */
    fitAll: refused.length ? fitAll : undefined,
    remember,
    isOwnImage(src: string) {
      const url = URL.parse(src, window.location.href)
      return url !== null && origins.current.has(url.origin) && url.pathname.includes('/files/')
    },
    takesImages: () => latest.current.upload !== undefined,
    onImages(view: EditorView, placed: readonly PlacedPicture[]) {
      reset()
      if (placed.length) addAll(view, placed)
      else setNote('Only pictures can be added here.')
    },
  }
}

/** Rejects when a signal is aborted, so that what waits for its turn ends at once. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

/** Runs tasks, at most this many at once; the others wait for their turn. */
function inTurn(atOnce: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Outcome>(work: () => Promise<Outcome>): Promise<Outcome> => {
    if (running < atOnce) running += 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
