import sharp from 'sharp'
import type { z } from 'zod'
import type { Language } from '#contract/french.ts'
import type { Manual, manuals } from '#contract/manuals.ts'
import { isoNow } from '../../clock.ts'
import type { FileDeps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { inTurn, makeManualPdf, warningAbout } from '../../integrations/pdf/make-pdf.ts'
import type { ManualPicture } from '../../integrations/pdf/manual-document.ts'
import { pagesInSequence } from '../manual-pages/manual-pages.repository.ts'
import { refusalOfLacks, warningAboutFit, warningAboutNames } from './fit-words.ts'
import { keepManualPdf, manualRecords } from './manuals.service.ts'
import { inFrench, refuseLacking, topicsOf } from './pages-in-french.ts'
import { digestOfPages } from './printed.ts'

/** Sharp in print at the full width of the text. */
const MAX_PIXELS_WIDE = 1400

/** In base64 characters: what fits in the memory of the process that makes the PDF, beside its own. */
const MAX_PICTURES = 256 * 1024 * 1024

/** The manual and language of a PDF to make, and whether pages without French stay in English. */
export type PdfToMake = z.output<typeof manuals.generate_pdf.input>
type Under = { tell?: (done: number) => void; signal?: AbortSignal }

/**
 * Makes a manual's PDF in one language from its active pages and stores it; `warning` says which characters it could
 * not draw, what was changed to fit on paper, and which names are English in the French one. `tell` is called with how
 * much is done, from 0 to 1. Throws the signal's reason if that aborts before the PDF is made, 404, and 422 for a
 * manual without pages, with pages that lack French and may not stay in English, with too many pictures, or with
 * something that would be missing in print: then nothing is stored.
 */
export async function generateManualPdf(
  deps: FileDeps,
  what: PdfToMake,
  write: Parameters<typeof keepManualPdf>[3],
  under: Under = {},
): Promise<{ manual: Manual; warning?: string | undefined }> {
  // Before waiting for its turn, so that an impossible PDF is refused at once.
  const id = what.manual_id
  const current = await manualRecords.find(deps.db, id)
  if (!current.page_count) throw nothingToPrint(current.name)
  if (what.language === 'fr') refuseLacking(await pagesInSequence(deps.db, id), what)
  const { missing, pages, englishNames, ...printed } = await inTurn(() => printPages(deps, what, under))
  const warning = [warningAboutFit(pages), warningAbout(missing), warningAboutNames(englishNames)]
    .filter((one) => one !== undefined)
    .join(' ')
  return { manual: await keepManualPdf(deps, id, printed, write), ...(warning && { warning }) }
}

const nothingToPrint = (name: string) => refused('manual_id', `“${name}” has no active pages to make a PDF from.`)

const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const days = { en: new Intl.DateTimeFormat('en-US', DAY), fr: new Intl.DateTimeFormat('en-CA', DAY) }
/** The day as the application shows it, MM-DD-YYYY, or in French YYYY-MM-DD, in the server's time zone. */
const printedDay = (at: Date, language: Language) => days[language].format(at).replaceAll('/', '-')

/** The share of the work that is reading pictures. */
const PICTURES_READ = 0.3

async function printPages(deps: FileDeps, what: PdfToMake, { tell = () => {}, signal }: Under) {
  signal?.throwIfAborted()
  const { manual_id: id, language = 'en' } = what
  const madeAt = isoNow()
  const manual = await manualRecords.find(deps.db, id)
  const stored = await pagesInSequence(deps.db, id)
  if (!stored.length) throw nothingToPrint(manual.name)
  const { name, pages } =
    language === 'fr' ? inFrench(manual, refuseLacking(stored, what)) : { ...manual, pages: stored }

  const topics = topicsOf(pages)
  const inOrder = topics.flatMap(({ pages }) => pages)
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
  const content = { name, language, date: printedDay(new Date(madeAt), language), topics, pictures }
  const { pdf, missing, lacks, changes } = await makeManualPdf(content, {
    onProgress: (done) => tell(PICTURES_READ + done * (1 - PICTURES_READ)),
    ...(signal && { signal }),
  })
  if (lacks.length) throw refused('manual_id', refusalOfLacks(lacks))
  const printed = inOrder.map(({ name }, place) => ({ name, changes: changes[place] ?? [] }))
  return {
    content: pdf,
    language,
    missing,
    pages: printed,
    englishNames: [...topics, ...inOrder].flatMap(({ name, isEnglishName }) => (isEnglishName ? [name] : [])),
    madeAt,
    digest: digestOfPages(name, pages),
    isPrinted: true,
  }
}

const PICTURE = /<img src="([^"]*)"/g
const STORED = /^\/files\/([a-z-]+\/[a-z0-9-]+\.(?:png|jpg))$/

/** The paths of all pictures in cleaned HTML. */
const shownIn = (html: string) => [...html.matchAll(PICTURE)].map(([, address = '']) => address)

/**
 * The pictures in these texts, ready to print, by path; those whose file is gone are left out. Throws 422 if they take
 * more than `max` characters.
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
