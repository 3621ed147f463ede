import { Button, CopyButton } from '@mantine/core'
import { Check, Copy } from 'lucide-react'

/** Copies a text, and says so for a moment. */
export const CopyTextButton = ({ text }: { text: string }) => (
  <CopyButton value={text}>
    {({ copied, copy }) => (
      <Button
        variant="default"
        leftSection={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        onClick={copy}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
    )}
  </CopyButton>
)
