import sharp from 'sharp'
import type { Manual } from '#contract/manuals.ts'
import { isoNow } from '../../clock.ts'
import type { FileDeps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { inTurn, makeManualPdf } from '../../outside/pdf/make-pdf.ts'
import type { ManualContent, ManualPicture } from '../../outside/pdf/manual-document.ts'
import { warningAbout } from '../../outside/pdf/missing-letters.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { pagesInSequence } from '../manual-pages/manual-pages.repository.ts'
import { keepManualPdf, manualRecords } from './manuals.service.ts'
import { digestOfPages } from './printed.ts'

/** Sharp in print at the full width of the text. */
const MAX_PIXELS_WIDE = 1400

/** In characters of base64: what fits into the memory of the process that makes the PDF, beside its own. */
const MAX_PICTURES = 256 * 1024 * 1024

/**
 * Makes the PDF of a manual from its active pages and stores it; `warning` says which characters it could not draw, and how
 * many pictures are gone.
 * Throws 404, and 422 for a manual without pages or with too many pictures.
 */
export async function generateManualPdf(
  deps: FileDeps,
  id: string,
  change: OpenChange,
): Promise<{ manual: Manual; warning?: string | undefined }> {
  // Before waiting for one's turn, so that what cannot be made is refused at once.
  const current = await manualRecords.find(deps.db, id)
  if (!current.page_count) throw nothingToPrint(current.name)
  const { missing, lost, ...printed } = await inTurn(() => printManual(deps, id))
  const warning = [warningAboutLost(lost), warningAbout(missing)].filter((one) => one !== undefined).join(' ')
  return { manual: await keepManualPdf(deps, id, printed, change), ...(warning && { warning }) }
}

const nothingToPrint = (name: string) => refused('manual_id', `“${name}” has no active pages to make a PDF from.`)

const warningAboutLost = (count: number) =>
  count
    ? `${count === 1 ? '1 picture is' : `${count} pictures are`} not in the PDF, because ${count === 1 ? 'its file is' : 'their files are'} missing.`
    : undefined

const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' })
/** The day as the application shows it, MM-DD-YYYY, in the server's time zone. */
const printedDay = (at: Date) => day.format(at).replaceAll('/', '-')

async function printManual(deps: FileDeps, id: string) {
  const madeAt = isoNow()
  const manual = await manualRecords.find(deps.db, id)
  const pages = await pagesInSequence(deps.db, id)
  if (!pages.length) throw nothingToPrint(manual.name)

  const topics = new Map<string, ManualContent['topics'][number]>()
  for (const { topic_id, topic, subtopic, content } of pages) {
    const known = topics.get(topic_id) ?? { name: topic, pages: [] }
    known.pages.push({ name: subtopic, html: content })
    topics.set(topic_id, known)
  }
  const texts = pages.map(({ content }) => content)
  const pictures = await picturesIn(deps, texts)
  const { pdf, missing } = await makeManualPdf({
    name: manual.name,
    date: printedDay(new Date(madeAt)),
    topics: [...topics.values()],
    pictures,
  })
  const lost = new Set(texts.flatMap(addressesIn).filter((address) => !pictures[address])).size
  return { content: pdf, missing, lost, madeAt, digest: digestOfPages(manual.name, pages) }
}

const STORED_PICTURE = /src="(\/files\/([a-z-]+\/[a-z0-9-]+\.(?:png|jpg)))"/g

const addressesIn = (html: string) => [...html.matchAll(STORED_PICTURE)].map(([, address = '']) => address)

/**
 * The pictures that these texts show, ready to print, by their paths. Throws 422 when they take more than `max`
 * characters.
 */
export async function picturesIn({ files }: Pick<FileDeps, 'files'>, texts: string[], max = MAX_PICTURES) {
  const pictures: Record<string, ManualPicture> = {}
  let size = 0
  for (const html of texts) {
    for (const [, address = '', name = ''] of html.matchAll(STORED_PICTURE)) {
      const bytes = pictures[address] ? null : await files.read(name)
      if (!bytes) continue
      const picture = await printable(bytes)
      pictures[address] = picture
      size += picture.dataUrl.length
      if (size > max) throw refused('manual_id', 'This manual has too many pictures for one PDF. Please remove some.')
    }
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
