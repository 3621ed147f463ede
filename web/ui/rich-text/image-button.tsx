import { RichTextEditor } from '@mantine/tiptap'
import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'

/** The toolbar button that opens the file dialog and passes the chosen images on. */
export function ImageButton({ onImages }: { onImages: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <RichTextEditor.Control aria-label="Insert image" title="Insert image" onClick={() => input.current?.click()}>
        <ImagePlus size={16} aria-hidden />
      </RichTextEditor.Control>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/png,image/jpeg"
        multiple
        aria-label="Image file"
        onChange={({ currentTarget }) => {
          if (currentTarget.files?.length) onImages([...currentTarget.files])
          // Otherwise choosing the same file again fires no change event.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
