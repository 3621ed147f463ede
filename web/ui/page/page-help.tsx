import { ActionIcon, Button, Popover, Text } from '@mantine/core'
import { CircleHelp } from 'lucide-react'
import { useState } from 'react'

type PageHelpProps = { title: string; text: string; onKeys: (() => void) | undefined }

/** The `?` beside a heading: what the screen is for. */
export function PageHelp({ title, text, onKeys }: PageHelpProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      trapFocus
      returnFocus
      withinPortal
      position="bottom-start"
      width={320}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Help for ${title}`}
          onClick={() => setOpened((open) => !open)}
        >
          <CircleHelp size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{text}</Text>
        {onKeys && (
          <Button
            size="xs"
            variant="default"
            mt="sm"
            onClick={() => {
              setOpened(false)
              onKeys()
            }}
          >
            Keyboard shortcuts
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
