import { RichTextEditor } from '@mantine/tiptap'
import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'

/** The button of the toolbar that chooses pictures from this computer and hands them over. */
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
          // So that choosing the same file again counts as a choice.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
