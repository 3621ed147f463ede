import type { EditorView } from '@tiptap/pm/view'
import { useCallback, useEffect, useRef, useState } from 'react'
import { addImage } from './upload-placeholders.ts'

type Upload = (file: File, signal: AbortSignal) => Promise<string>

/**
 * Uploads the images of an editor. `problem` is the message of the last failure; `isOwnImage` tells whether a URL is on
 * our own server. `onUploading` is called with true when uploads start, and with false when all have ended. Uploads end
 * with the editor.
 */
export function useImageUploads(upload: Upload | undefined, onUploading: (uploading: boolean) => void) {
  const [running, setRunning] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
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

  async function add(view: EditorView, file: File, position: number, send: Upload) {
    const controller = new AbortController()
    const { signal } = controller
    sending.current.add(controller)
    setRunning((count) => count + 1)
    try {
      await addImage(view, file, position, {
        upload: async (file) => {
          const src = await send(file, signal)
          remember(src)
          return src
        },
        cancel: () => controller.abort(),
      })
    } catch (error) {
      if (!signal.aborted)
        setProblem((error instanceof Error && error.message) || `Could not upload file: ${file.name}.`)
    } finally {
      sending.current.delete(controller)
      setRunning((count) => count - 1)
    }
  }

  return {
    problem,
    remember,
    isOwnImage(src: string) {
      const url = URL.parse(src, window.location.href)
      return url !== null && origins.current.has(url.origin) && url.pathname.includes('/files/')
    },
    onImages(view: EditorView, files: File[], position: number) {
      const send = latest.current
      if (!send) setProblem('Pictures cannot be added here.')
      else setProblem(files.length ? null : 'Only pictures can be added here.')
      if (send) for (const file of files) void add(view, file, position, send)
    },
  }
}
