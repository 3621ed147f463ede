import type { EditorView } from '@tiptap/pm/view'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Picture } from './clean-paste.ts'
import { addImage, type Progress } from './upload-placeholders.ts'

/** An image that the server does not take, so that trying again would not help. */
export class RefusedImage extends Error {}

/** Stores a picture and resolves to its URL; rejects with an Error whose message is shown, or when it is aborted. */
export type ImageUpload = (picture: Picture, signal: AbortSignal, onProgress: Progress) => Promise<string>

type Failed = { view: EditorView; files: Picture[] }

/**
 * Uploads the images of an editor. `problem` is the message of the last failure, after which they can be tried again unless they were
 * refused; `isOwnImage` tells whether a URL is on our own server. `onUploading` is called with true when uploads start, and with false when all have ended. Uploads end
 * with the editor.
 */
export function useImageUploads(upload: ImageUpload | undefined, onUploading: (uploading: boolean) => void) {
  const [running, setRunning] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const [leftOut, setLeftOut] = useState(0)
  const [failed, setFailed] = useState<Failed | null>(null)
  const origins = useRef(new Set([window.location.origin]))
  const latest = useRef(upload)
  useEffect(() => {
    latest.current = upload
  })
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

  async function add(view: EditorView, file: Picture, position: number, send: ImageUpload) {
    const controller = new AbortController()
    const { signal } = controller
    sending.current.add(controller)
    setRunning((count) => count + 1)
    try {
      await addImage(view, file, position, {
        upload: async (file, onProgress) => {
          const src = await send(file, signal, onProgress)
          remember(src)
          return src
        },
        cancel: () => controller.abort(),
      })
    } catch (error) {
      if (signal.aborted) return
      setProblem((error instanceof Error && error.message) || `Could not upload file: ${file.name}.`)
      if (!(error instanceof RefusedImage)) setFailed((before) => ({ view, files: [...(before?.files ?? []), file] }))
    } finally {
      sending.current.delete(controller)
      setRunning((count) => count - 1)
    }
  }

  function onImages(view: EditorView, files: Picture[], position: number) {
    const send = latest.current
    setFailed(null)
    if (!send) setProblem('Pictures cannot be added here.')
    else setProblem(files.length ? null : 'Only pictures can be added here.')
    if (send) for (const file of files) void add(view, file, position, send)
  }

  return {
    problem: problem ?? leftOutWords(leftOut),
    /** What was left out of the last paste is said until the next one. */
    onPaste: () => setLeftOut(0),
    /** Uploads what could not be uploaded once more, to where the cursor is; undefined where that would not help. */
    tryAgain: failed ? () => onImages(failed.view, failed.files, failed.view.state.selection.from) : undefined,
    remember,
    isOwnImage(src: string) {
      const url = URL.parse(src, window.location.href)
      return url !== null && origins.current.has(url.origin) && url.pathname.includes('/files/')
    },
    onImages,
    onLeftOut: setLeftOut,
  }
}

function leftOutWords(count: number) {
  if (!count) return null
  return count === 1
    ? 'One picture was left out, because it did not come along. Save it and insert it as a file.'
    : `${count} pictures were left out, because they did not come along. Save them and insert them as files.`
}
