import { useState } from 'react'

/** Follows an upload: hand `onProgress` to the call that `send` makes. `uploaded` goes from 0 to 1 while a file is sent. */
export function useUpload() {
  const [uploaded, setUploaded] = useState<number>()
  return {
    uploaded,
    async sending<Answer>(
      file: File | undefined,
      send: (progress: { onProgress?: (fraction: number) => void }) => Promise<Answer>,
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
