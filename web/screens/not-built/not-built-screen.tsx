import { Center, Paper, Stack, Text, ThemeIcon } from '@mantine/core'
import { Construction } from 'lucide-react'
import { Page } from '#web/ui/page.tsx'

/** Keeps the place of a screen that is still to come. */
export function NotBuiltScreen({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Paper withBorder>
        <Center mih={320} p="xl">
          <Stack align="center" gap="sm" ta="center">
            <ThemeIcon variant="light" size={56} radius="xl">
              <Construction aria-hidden />
            </ThemeIcon>
            <Text fw={600}>This screen is not built yet.</Text>
          </Stack>
        </Center>
      </Paper>
    </Page>
  )
}
