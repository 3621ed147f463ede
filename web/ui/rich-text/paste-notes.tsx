import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { useImageUploads } from './use-image-uploads.ts'

type PasteNotesProps = {
  /** What the last paste left out. */
  leftOut: readonly string[]
  uploads: Pick<ReturnType<typeof useImageUploads>, 'messages' | 'tryAgain' | 'fitAll'>
}

/** Says below an editor what the last paste left out, and which pictures were not added, with what would help. */
export function PasteNotes({ leftOut, uploads: { messages, tryAgain, fitAll } }: PasteNotesProps) {
  const [isFitting, setIsFitting] = useState(false)
  return (
    <>
      <Text component="output" display="block" size="sm" mt={leftOut.length ? 4 : 0}>
        {leftOut.join(' ')}
      </Text>
      {messages.length > 0 && (
        <Group role="alert" gap="xs" mt={4}>
          {messages.map((message) => (
            <Text key={message} size="sm" c="var(--mantine-color-error)">
              {message}
            </Text>
          ))}
          {tryAgain && (
            <Button size="compact-xs" variant="default" onClick={tryAgain}>
              Try again
            </Button>
          )}
          {fitAll && (
            <Button
              size="compact-xs"
              variant="default"
              loading={isFitting}
              onClick={() => {
                setIsFitting(true)
                void fitAll().finally(() => setIsFitting(false))
              }}
            >
              Fit it for me
            </Button>
          )}
        </Group>
      )}
    </>
  )
}
