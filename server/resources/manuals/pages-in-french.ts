import { AppError } from '../../errors.ts'
import type { ManualContent } from '../../integrations/pdf/manual-document.ts'
import type { pagesInSequence } from '../manual-pages/manual-pages.repository.ts'
import { refusalOfEnglish } from './fit-words.ts'
import { manualName } from './manuals.repository.ts'

type StoredPage = Awaited<ReturnType<typeof pagesInSequence>>[number]
/** A page as printed in a language. */
type PrintedPage = Pick<StoredPage, 'topic_id' | 'topic' | 'subtopic' | 'content' | 'content_key'> & {
  isEnglish?: boolean
  hasEnglishTopic?: boolean
  hasEnglishName?: boolean
}

/** The pages, unless some lack French and may not stay in English: 422, naming them. */
export function refuseLacking<Page extends StoredPage>(
  pages: Page[],
  { leave_english = false }: { leave_english?: boolean | undefined },
) {
  const lacking = leave_english ? [] : pages.filter(({ content, content_fr }) => content && !content_fr)
  if (!lacking.length) return pages
  const message = refusalOfEnglish(lacking.map(({ subtopic }) => subtopic))
  throw new AppError(422, message, {
    errors: { leave_english: [message] },
    fieldCodes: { leave_english: ['required'] },
    data: { pages: lacking.map(({ id, subtopic }) => ({ _id: id, name: subtopic })) },
  })
}

/** A manual's French name and its pages, each part in English if it has no French. */
export function inFrench(manual: { rv_type: string; year_name: string }, pages: StoredPage[]) {
  const [rvType] = pages.map(({ rv_type_fr }) => rv_type_fr)
  return {
    name: manualName(rvType || manual.rv_type, manual.year_name),
    pages: pages.map(({ topic_id, topic, topic_fr, subtopic, subtopic_fr, ...page }): PrintedPage => {
      const isEnglish = !page.content_fr
      return {
        topic_id,
        topic: topic_fr || topic,
        subtopic: subtopic_fr || subtopic,
        content: isEnglish ? page.content : page.content_fr,
        content_key: isEnglish ? page.content_key : page.content_fr_key,
        isEnglish,
        hasEnglishTopic: !topic_fr,
        hasEnglishName: !subtopic_fr,
      }
    }),
  }
}

/** Pages in sequence by topic, as printed. */
export function topicsOf(pages: PrintedPage[]): ManualContent['topics'] {
  const topics = new Map<string, ManualContent['topics'][number]>()
  for (const { topic_id, topic, subtopic, content, isEnglish, hasEnglishTopic, hasEnglishName } of pages) {
    const known = topics.get(topic_id) ?? { name: topic, ...(hasEnglishTopic && { isEnglishName: true }), pages: [] }
    known.pages.push({
      name: subtopic,
      ...(hasEnglishName && { isEnglishName: true }),
      html: content,
      ...(isEnglish && { isEnglish: true }),
    })
    topics.set(topic_id, known)
  }
  return [...topics.values()]
}
