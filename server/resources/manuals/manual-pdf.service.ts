import sharp from 'sharp'
import type { Manual } from '#contract/manuals.ts'
import type { Actor } from '../../actor.ts'
import type { FileDeps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { makeManualPdf } from '../../outside/pdf/make-pdf.ts'
import type { ManualContent, ManualPicture } from '../../outside/pdf/manual-document.ts'
import { pagesInSequence } from '../manual-pages/manual-pages.repository.ts'
import { findManual } from './manuals.repository.ts'
import { keepManualPdf } from './manuals.service.ts'
import { digestOfPages } from './printed.ts'

/** Sharp in print at the full width of the text. */
const MAX_PIXELS_WIDE = 1400

/** Makes the PDF of a manual from its active pages and stores it. Throws 404, and 422 for a manual without pages. */
export async function generateManualPdf(deps: FileDeps, id: string, actor: Actor): Promise<Manual> {
  const { db } = deps
  const madeAt = new Date().toISOString()
  const { manual } = await findManual(db, id)
  const pages = await pagesInSequence(db, id)
  if (!pages.length) throw refused('manual_id', `“${manual.name}” has no active pages to make a PDF from.`)

  const topics = new Map<string, ManualContent['topics'][number]>()
  for (const { topic_id, topic, subtopic, content } of pages) {
    const known = topics.get(topic_id) ?? { name: topic, pages: [] }
    known.pages.push({ name: subtopic, html: content })
    topics.set(topic_id, known)
  }
  const pdf = await makeManualPdf({
    name: manual.name,
    date: new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(madeAt)),
    topics: [...topics.values()],
    pictures: await picturesIn(deps, pages.map(({ content }) => content).join('')),
  })
  return keepManualPdf(deps, id, { content: pdf, madeAt, digest: digestOfPages(manual.name, pages) }, actor)
}

async function picturesIn({ files }: FileDeps, html: string) {
  const pictures: Record<string, ManualPicture> = {}
  for (const [, address = '', name = ''] of html.matchAll(/src="(\/files\/([a-z-]+\/[a-z0-9-]+\.(?:png|jpg)))"/g)) {
    const bytes = pictures[address] ? null : await files.read(name)
    if (bytes) pictures[address] = await printable(bytes)
  }
  return pictures
}

async function printable(bytes: Uint8Array): Promise<ManualPicture> {
  const image = sharp(bytes)
    .resize({ width: MAX_PIXELS_WIDE, withoutEnlargement: true })
    .flatten({ background: '#fff' })
  const { format } = await sharp(bytes).metadata()
  const { data, info } = await (format === 'jpeg' ? image.jpeg({ quality: 85 }) : image.png()).toBuffer({
    resolveWithObject: true,
  })
  return { dataUrl: `data:image/${info.format};base64,${data.toString('base64')}`, width: info.width }
}
