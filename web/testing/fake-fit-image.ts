import { vi } from 'vitest'
import type { fitImage as realFitImage } from '#web/ui/image/fit-image.ts'

/** Stands in for the fitting of pictures, as jsdom has no canvas. A test says what it gives. */
export const fitImage = vi.fn<typeof realFitImage>()
