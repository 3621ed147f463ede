import { useState } from 'react'
import type { CallOptions } from '#web/api/call.ts'

/**
 * Tracks an upload. `upload(file, options, send)` calls `send` with the options for the call, `onProgress` among them,
 * and returns its result; `uploaded` goes from 0 to 1 meanwhile and is undefined otherwise, or when there is no file.
 */
export function useUpload() {
  const [uploaded, setUploaded] = useState<number>()
  return {
    uploaded,
    async upload<Answer>(
      file: File | undefined,
      options: CallOptions,
      send: (options: CallOptions) => Promise<Answer>,
    ) {
      if (!file) return send(options)
      setUploaded(0)
      try {
        return await send({ ...options, onProgress: setUploaded })
      } finally {
        setUploaded(undefined)
      }
    },
  }
}
