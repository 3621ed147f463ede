import { expect, it } from 'vitest'
import { manualPrinter } from './make-pdf.ts'
import type { ManualContent } from './manual-document.ts'

const manual: ManualContent = {
  name: 'Travel Trailer - 2024',
  language: 'en',
  date: '11-22-2026',
  topics: [{ name: 'Electrical', pages: [{ name: 'Fuses', html: '<p>Never a larger one.</p>' }] }],
  pictures: {},
}

it.each([
  ['time', { seconds: 0.01, megabytes: 1024 }],
  ['memory', { seconds: 120, megabytes: 10 }],
])('A manual that needs too much %s to print is refused with what happened and what to do', async (_what, limits) => {
  await expect(manualPrinter(limits)(manual)).rejects.toMatchObject({
    status: 422,
    message:
      'No PDF was generated, because printing this manual takes too much time or memory. Please shorten its texts or remove pictures, or try again when the server is less busy.',
  })
})
