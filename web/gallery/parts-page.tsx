import { Box, Group, Title } from '@mantine/core'
import { ColorSchemeSwitch } from '#web/ui/theme/color-scheme-switch.tsx'
import { DialogParts } from './dialog-parts.tsx'
import { FeedbackParts, PageParts } from './feedback-parts.tsx'
import { FieldParts, RichTextParts } from './field-parts.tsx'
import { ImageParts } from './image-parts.tsx'
import { ListParts } from './list-parts.tsx'
import { SelectParts } from './select-parts.tsx'

/** The shared parts of web/ui and web/records in all their states, at /parts during development only. */
export function PartsPage() {
  return (
    <Box p={{ base: 'sm', sm: 'xl' }}>
      <Group justify="space-between" mb="xl">
        <Title order={1}>Shared parts</Title>
        <ColorSchemeSwitch />
      </Group>
      <DialogParts />
      <FeedbackParts />
      <FieldParts />
      <SelectParts />
      <ImageParts />
      <ListParts />
      <RichTextParts />
      <PageParts />
    </Box>
  )
}
