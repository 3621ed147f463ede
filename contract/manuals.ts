import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { choice, flag, id } from './fields.ts'
import { pdfFile } from './file-fields.ts'
import { language } from './french.ts'
import { column, recordKind } from './kind.ts'
import { answered, done, getOf, listInput, pageOf, record, reference, restoring, saved, which } from './records.ts'
import { year } from './years.ts'

const messages = { type: 'Please select RV Type', year: 'Please select Year' }

export const manualKind = recordKind({
  noun: ['manual', 'manuals'],
  name: 'Manual',
  key: 'manual_id',
  tag: 'Manuals',
  about: 'The owner’s manuals of a type and a year, and their PDFs.',
  help: 'One owner’s manual for each RV type and year, with its PDF. Its text is in the manual pages.',
  columns: {
    cat_id: column.reference('RV Type', 'owners', 'rv_types', {
      wire: 'category',
      hiddenWith: true,
      shownAs: 'rv_type',
      choose: messages.type,
    }),
    year_id: {
      ...column.reference('Year', 'owners', 'years', {
        wire: 'year',
        shownAs: 'year_name',
        hiddenWith: true,
        choose: messages.year,
      }),
      copied: false,
    },
    // A PDF states its year.
    pdf_file: { ...column.inFrench(column.file('PDF', 'owners', 'pdf_url')), copied: false },
    pdf_made_at: { ...column.hidden('office'), copied: false },
    pdf_digest: { ...column.hidden('office'), copied: false },
    pdf_is_generated: { ...column.hidden('office'), copied: false },
    pdf_made_at_fr: { ...column.hidden('office'), copied: false, since: '1.4.0' },
    pdf_digest_fr: { ...column.hidden('office'), copied: false, since: '1.4.0' },
    pdf_is_generated_fr: { ...column.hidden('office'), copied: false, since: '1.4.0' },
  },
  title: ['cat_id', 'year_id'],
  alsoFoundBy: ['name'],
  disambiguatedBy: [],
  unique: { columns: ['cat_id', 'year_id'], thing: 'Manual', field: 'year' },
  bulk: ['delete', 'restore'],
  set: [],
})

/** The largest PDF of a manual. */
export const MANUAL_PDF_MEGABYTES = 50

export const manualFields = z.object({
  category: choice(messages.type),
  year: choice(messages.year),
})
/** The owner's manual of one RV type and year. `name` is `RV type - year`. */
export const manual = record.extend({
  name: z.string().meta({ description: 'What the manual is called: its RV type and model year.' }),
  category: reference.meta({ description: 'The type of the RV.' }),
  rv_type: z.string().meta({ description: 'The name of the type.' }),
  year: reference.meta({ description: 'The model year.' }),
  year_name: z.string().meta({ description: 'The model year.' }),
  pdf_url: z
    .string()
    .nullable()
    .meta({ description: 'The address of the PDF; null where there is none. It can be read in ranges.' }),
  /** When it was uploaded, or its pages were read to make it. */
  pdf_made_at: z.iso.datetime().nullable(),
  /** A page was added, changed, deleted or restored after the PDF was made or uploaded. */
  pdf_outdated: z.boolean(),
  /** The same for its French PDF. */
  pdf_url_fr: z.string().nullable(),
  pdf_made_at_fr: z.iso.datetime().nullable(),
  pdf_outdated_fr: z.boolean(),
  /** The active ones. */
  page_count: z.int().meta({ description: 'How many pages the manual has.' }),
  /** The number of active sub topics: as many pages as it can have. */
  sub_topic_count: z.int(),
  /** Whether it belongs to a model year in preparation, which owners do not see. */
  is_prepared: z.boolean(),
})
export type Manual = z.output<typeof manual>

/** All active sub topics by topic, in sequence, each with the manual's page about it; null marks a gap. */
export const manualOutline = z.object({
  page_count: z.int(),
  gap_count: z.int(),
  topics: z.array(reference.extend({ sub_topics: z.array(reference.extend({ page_id: z.string().nullable() })) })),
})
export type ManualOutline = z.output<typeof manualOutline>

/** Why owners do not see an existing record. */
export const hiddenStates = {
  deleted: 'deleted',
  not_yet: 'not yet published',
  taken_down: 'taken down',
  prepared: 'being prepared',
} as const
const hidden = z.enum(Object.keys(hiddenStates) as [keyof typeof hiddenStates])

/** What owners have of a manual, for one RV type and year. `manual_id` is null if they have none. */
const coverageCell = z.object({
  year_id: z.string(),
  manual_id: z.string().nullable(),
  /** A manual that owners do not see, and why; only where `manual_id` is null. */
  hidden_manual: z.object({ _id: z.string(), why: hidden }).nullable(),
  /** The number of sub topics with a page, whether or not owners see it yet. */
  written_count: z.int(),
  /** The number of pages that owners see, and of the topics these cover. */
  page_count: z.int(),
  topic_count: z.int(),
  /** How many pages cover each topic of the type, in order; empty without a manual. */
  topic_pages: z.array(z.int()),
  /** The expected topics without a page that owners see; empty without a manual. */
  missing_topics: z.array(z.string()),
  /** The same in the same order, with details: `hidden` says why owners do not see existing pages, and how many. */
  gaps: z.array(
    z.object({
      topic_id: z.string(),
      name: z.string(),
      required: z.boolean(),
      hidden: hidden.nullable(),
      hidden_count: z.int(),
    }),
  ),
  /** `older`: the content has changed since it was made or uploaded. */
  pdf: z.enum(['none', 'current', 'older']),
  pdf_at: z.iso.datetime().nullable(),
  /**
   * Where owners read French: how many active pages with English have French in each state, and whether there is a
   * French PDF. Null if they have no manual.
   */
  french: z.object({ current: z.int(), older: z.int(), none: z.int(), pdf: z.boolean() }).nullish(),
})
const named = z.object({ _id: z.string(), name: z.string() })
/**
 * The active RV types in sequence, each with the topics its manuals have in any year, and a cell for each active year,
 * in order. `expected_topic_ids` are the topics a manual of the type should cover: those the type has in any year, and
 * the required ones; or all while none of its manuals has a page. `topics` are all active ones.
 */
export const coverage = z.object({
  topics: z.array(named.extend({ required: z.boolean(), sub_topics: z.array(named) })),
  years: z.array(named),
  rv_types: z.array(
    named.extend({
      topics: z.array(z.string()),
      expected_topic_ids: z.array(z.string()),
      cells: z.array(coverageCell),
    }),
  ),
})
export type Coverage = z.output<typeof coverage>
export type CoverageCell = z.output<typeof coverageCell>

/** What can be wrong with a page, and what each problem means. */
export const pageProblems = {
  empty: 'The page has no text, picture or table.',
  picture: 'A picture of the text is missing.',
  link: 'A link of the text leads to something that owners do not see, or has an address that cannot be opened.',
} as const
const pageProblem = z.object({
  manual_page_id: z.string(),
  title: z.string(),
  problem: z.enum(Object.keys(pageProblems) as [keyof typeof pageProblems, ...(keyof typeof pageProblems)[]]).meta({
    description: Object.entries(pageProblems)
      .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
      .join('\n'),
  }),
  detail: z.string(),
})
export type PageProblem = z.output<typeof pageProblem>

const whichManual = which('manual_id')
const savedPdf = saved(manual).extend({ warning: z.string().optional() })
/** The PDF's language; English by default. */
const inLanguage = { language: language.optional() }
const newPdf = z.object({ manual_id: id, file: pdfFile(MANUAL_PDF_MEGABYTES), ...inLanguage })
const pdfToMake = z.object({
  manual_id: id,
  ...inLanguage,
  leave_english: flag.optional().meta({
    description: 'Whether pages without French are in English in a PDF in French; without it that is refused.',
  }),
})

export const manuals = {
  /** The years that the form offers. */
  manual_years: endpoint('admin/manuals/manual_years', listInput, pageOf(year)),
  list: endpoint('admin/manuals/list', listInput, pageOf(manual)),
  get: getOf('admin/manuals/get', 'manual_id', manual),
  outline: endpoint('admin/manuals/outline', z.object({ manual_id: id }), answered(manualOutline)),
  coverage: endpoint('admin/manuals/coverage', z.object({}), answered(coverage)),
  /** What is wrong with active pages of active manuals: the first thousand, in order. `total` counts all. */
  problems: endpoint('admin/manuals/problems', z.object({}), answered(z.array(pageProblem)).extend({ total: z.int() })),
  add: endpoint('admin/manuals/add', manualFields, saved(manual), { change: 'add', once: true }),
  delete: endpoint('admin/manuals/delete', whichManual, done, { change: 'delete' }),
  restore: endpoint('admin/manuals/restore', restoring('manual_id'), done, { change: 'restore' }),
  /** Uploads a file as the manual's PDF. `warning` says what it lacks for searching or listening. */
  create_pdf: endpoint('admin/manuals/create_pdf', newPdf, savedPdf, {
    change: 'other',
    multipart: true,
    megabytes: MANUAL_PDF_MEGABYTES,
  }),
  /**
   * Generates the PDF from the manual's active pages. `warning` names characters it could not draw, what was changed to
   * fit on paper, and names left in English for lack of French. Pages without French are refused with 422, and named.
   */
  generate_pdf: endpoint('admin/manuals/generate_pdf', pdfToMake, savedPdf, { change: 'other' }),
  /** Removes the PDF in one language; without a French one, owners get the English one. 422 if there is none. */
  remove_pdf: endpoint('admin/manuals/remove_pdf', z.object({ manual_id: id, ...inLanguage }), saved(manual), {
    change: 'other',
  }),
}
