import { Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { Download } from 'lucide-react'
import { CopyTextButton } from '#web/ui/copy-text-button.tsx'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'

/** New recovery codes, with what they are for. Nobody can see them again. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const text = codes.join('\n')
  return (
    <Stack>
      <Text>
        Save these codes somewhere you can reach without your phone. Each works once in place of your second factor. You
        won’t see them again.
      </Text>
      <SimpleGrid
        component="ul"
        cols={2}
        spacing="xs"
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code}>
            <Code fz="md" block ta="center">
              {code}
            </Code>
          </li>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <CopyTextButton text={text} />
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
          leftSection={<Download size={16} aria-hidden />}
        >
          Download
        </Button>
      </Group>
      <Group justify="flex-end" mt="md">
        <Button onClick={onKept} data-autofocus>
          I’ve saved them
        </Button>
      </Group>
    </Stack>
  )
}

/** The dialog with new recovery codes. Only its button closes it, so that nobody loses them by a click beside it. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const dialog = useDialog(onClose)
  return (
    <Dialog title="Your recovery codes" dialog={dialog} locked closable={false}>
      <RecoveryCodes codes={codes} onKept={dialog.close} />
    </Dialog>
  )
}
