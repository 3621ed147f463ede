import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { CopyTextButton } from '#web/ui/copy-text-button.tsx'
import { Dialog, useDialog } from './dialog.tsx'

type HandOverDialogProps = {
  title: string
  /** How it works, and for how long. */
  text: string
  /** What is to be handed over, and is not shown again. */
  secret: string
  onClose: () => void
}

/** Shows a link or a password once, to be copied and handed over. */
export function HandOverDialog({ title, text, secret, onClose }: HandOverDialogProps) {
  const dialog = useDialog(onClose)
  return (
    <Dialog title={title} dialog={dialog} locked closable={false}>
      <Stack>
        <Text>{text}</Text>
        <Code block style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          {secret}
        </Code>
        <Group justify="space-between">
          <CopyTextButton text={secret} />
          <Button onClick={dialog.close} data-autofocus>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
