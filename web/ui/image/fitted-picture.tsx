import { SimpleGrid, Stack, Text } from '@mantine/core'
import { formatKilobytes } from '#web/ui/format.ts'
import type { FittedImage, ImageFit } from './fit-image.ts'
import { Picture } from './picture.tsx'
import { useFilePreview } from './use-file-preview.ts'

/** Compares the original with the fitted image, with their sizes in pixels and kilobytes. */
export function FittedPicture({ fitted, fit }: { fitted: FittedImage; fit: ImageFit }) {
  const { before, after, width, height } = fitted
  return (
    <SimpleGrid cols={2} component="output" spacing="md" aria-label="Before and after fitting">
      <Side title="Before" file={before} pixels={`${width}x${height}`} />
      <Side title="After" file={after} pixels={`${fit.width}x${fit.height}`} />
    </SimpleGrid>
  )
}

function Side({ title, file, pixels }: { title: string; file: File; pixels: string }) {
  return (
    <Stack gap={2} align="flex-start">
      <Picture address={useFilePreview(file)} alt={`${title} fitting`} width={132} height={88} />
      <Text size="xs" fw={600}>
        {title}
      </Text>
      <Text size="xs" c="dimmed">
        {`${pixels} pixels, ${formatKilobytes(file.size)}`}
      </Text>
    </Stack>
  )
}
