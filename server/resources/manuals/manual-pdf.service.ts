import sharp from 'sharp'
import type { Manual } from '#contract/manuals.ts'
import { isoNow } from '../../clock.ts'
import type { FileDeps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { inTurn, makeManualPdf } from '../../integrations/pdf/make-pdf.ts'
import type { ManualContent, ManualPicture } from '../../integrations/pdf/manual-document.ts'
import { warningAbout } from '../../integrations/pdf/missing-letters.ts'
import { pagesInSequence } from '../manual-pages/manual-pages.repository.ts'
import { refusalOfLacks, warningAboutFit } from './fit-words.ts'
import { keepManualPdf, manualRecords } from './manuals.service.ts'
import { digestOfPages } from './printed.ts'

/** Sharp in print at the full width of the text. */
const MAX_PIXELS_WIDE = 1400

/** In characters of base64: what fits into the memory of the process that makes the PDF, beside its own. */
const MAX_PICTURES = 256 * 1024 * 1024

type Under = { tell?: (done: number) => void; signal?: AbortSignal }

/**
 * Makes the PDF of a manual from its active pages and stores it; `warning` says which characters it could not draw, and
 * what was changed to fit on paper. `tell` is called with how much is done, from 0 to 1. Throws the reason of the signal
 * when that aborts before the PDF is made, 404, and 422 for a
 * manual without pages, with too many pictures, or with something that would be missing in print: then nothing is
 * stored.
 */
export async function generateManualPdf(
  deps: FileDeps,
  id: string,
  write: Parameters<typeof keepManualPdf>[3],
  under: Under = {},
): Promise<{ manual: Manual; warning?: string | undefined }> {
  // Before waiting for one's turn, so that what cannot be made is refused at once.
  const current = await manualRecords.find(deps.db, id)
  if (!current.page_count) throw nothingToPrint(current.name)
  const { missing, pages, ...printed } = await inTurn(() => printPages(deps, id, under))
  const warning = [warningAboutFit(pages), warningAbout(missing)].filter((one) => one !== undefined).join(' ')
  return { manual: await keepManualPdf(deps, id, printed, write), ...(warning && { warning }) }
}

const nothingToPrint = (name: string) => refused('manual_id', `“${name}” has no active pages to make a PDF from.`)

const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' })
/** The day as the application shows it, MM-DD-YYYY, in the server's time zone. */
const printedDay = (at: Date) => day.format(at).replaceAll('/', '-')

/** The part of the work that reading pictures is. */
const PICTURES_READ = 0.3

async function printPages(deps: FileDeps, id: string, { tell = () => {}, signal }: Under) {
  signal?.throwIfAborted()
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
  const inOrder = [...topics.values()].flatMap(({ pages }) => pages)
  const pictures = await picturesIn(
    deps,
    inOrder.map(({ html }) => html),
    {
      onProgress: (read) => {
        signal?.throwIfAborted()
        tell(read * PICTURES_READ)
      },
    },
  )
  for (const { name, html } of inOrder) {
    const isLost = shownIn(html).some((address) => !pictures[address])
    if (isLost) throw refused('manual_id', refusalOfLacks([{ name, what: 'the file of a picture is gone' }]))
  }
  const content = { name: manual.name, date: printedDay(new Date(madeAt)), topics: [...topics.values()], pictures }
  const { pdf, missing, lacks, changes } = await makeManualPdf(content, {
    onProgress: (done) => tell(PICTURES_READ + done * (1 - PICTURES_READ)),
    ...(signal && { signal }),
  })
  if (lacks.length) throw refused('manual_id', refusalOfLacks(lacks))
  const printed = inOrder.map(({ name }, place) => ({ name, changes: changes[place] ?? [] }))
  return {
    content: pdf,
    missing,
    pages: printed,
    madeAt,
    digest: digestOfPages(manual.name, pages),
    isPrinted: true,
  }
}

const PICTURE = /<img src="([^"]*)"/g
const STORED = /^\/files\/([a-z-]+\/[a-z0-9-]+\.(?:png|jpg))$/

/** The paths of all pictures in cleaned HTML. */
const shownIn = (html: string) => [...html.matchAll(PICTURE)].map(([, address = '']) => address)

/**
 * The pictures that these texts show, ready to print, by their paths; those whose file is gone are left out. Throws 422
 * when they take more than `max` characters.
 */
export async function picturesIn(
  { files }: Pick<FileDeps, 'files'>,
  texts: string[],
  { max = MAX_PICTURES, onProgress }: { max?: number; onProgress?: (read: number) => void } = {},
) {
  const pictures: Record<string, ManualPicture> = {}
  const found = new Map(texts.flatMap(shownIn).map((address) => [address, STORED.exec(address)?.[1]]))
  let size = 0
  let read = 0
  for (const [address, name] of found) {
    const bytes = name === undefined ? null : await files.read(name)
    onProgress?.(++read / found.size)
    if (!bytes) continue
    const picture = await printable(bytes)
    pictures[address] = picture
    size += picture.dataUrl.length
    if (size > max) throw refused('manual_id', 'This manual has too many pictures for one PDF. Please remove some.')
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
  return {
    dataUrl: `data:image/${info.format};base64,${data.toString('base64')}`,
    width: info.width,
    height: info.height,
  }
}
