import { useRef, useState } from 'react'
import { type Fitted, fitImage, type ImageFit } from './fit-image.ts'

/** Makes a rejected picture fit and hands it to `onFitted`. `problem` says why that could not be done. */
export function useFitting(fit: ImageFit, onFitted: (file: File) => void) {
  const [fitted, setFitted] = useState<Fitted>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  // Another file may be chosen while the first one is still being fitted.
  const latest = useRef<File>(undefined)

  return {
    fitted,
    problem,
    busy,
    start(file: File) {
      latest.current = file
      setBusy(true)
      setProblem(undefined)
      fitImage(file, fit)
        .then((fitted) => {
          if (latest.current !== file) return
          setFitted(fitted)
          onFitted(fitted.after)
        })
        .catch((error: Error) => latest.current === file && setProblem(error.message))
        .finally(() => setBusy(false))
    },
    forget() {
      latest.current = undefined
      setFitted(undefined)
      setProblem(undefined)
    },
  }
}
