import { useState } from 'react'

/**
 * Tracks an upload. `upload(file, send)` calls `send` with the `onProgress` option for the call and returns its result;
 * `uploaded` goes from 0 to 1 meanwhile and is undefined otherwise, or when there is no file.
 */
export function useUpload() {
  const [uploaded, setUploaded] = useState<number>()
  return {
    uploaded,
    async upload<Answer>(
      file: File | undefined,
      send: (options: { onProgress?: (fraction: number) => void }) => Promise<Answer>,
    ) {
      if (!file) return send({})
      setUploaded(0)
      try {
        return await send({ onProgress: setUploaded })
      } finally {
        setUploaded(undefined)
      }
    },
  }
}
