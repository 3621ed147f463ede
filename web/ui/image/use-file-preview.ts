import { useEffect, useState } from 'react'

/** A data URL that shows a local file; undefined until it has been read. */
export function useFilePreview(file: File | undefined) {
  const [read, setRead] = useState<{ file: File; address: string }>()
  useEffect(() => {
    if (!file) return
    const reader = new FileReader()
    reader.onload = () => typeof reader.result === 'string' && setRead({ file, address: reader.result })
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  return read && read.file === file ? read.address : undefined
}
