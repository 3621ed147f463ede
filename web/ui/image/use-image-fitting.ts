import { useRef, useState } from 'react'
import { type FittedImage, fitImage, type ImageFit } from './fit-image.ts'

/** Fits a rejected image and passes the result to `onFitted`; `problem` is the message when that failed. */
export function useImageFitting(fit: ImageFit, onFitted: (file: File) => void) {
  const [fitted, setFitted] = useState<FittedImage>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  // The user may choose another file while the first is being fitted.
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
    reset() {
      latest.current = undefined
      setFitted(undefined)
      setProblem(undefined)
    },
  }
}
