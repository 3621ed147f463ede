import { isLinkAddress } from '#web/ui/rich-text/editor-schema.ts'
import { videoAt } from '#web/ui/rich-text/video-node.ts'
import { blocksFromHtml, textBoxesFromWord, wordsFromWord } from './html-blocks.ts'
import { listsFromHtml, paragraphsOfItems } from './html-lists.ts'
import type { LeftOut } from './left-out.ts'
import { commentsIn, isBlank, lineOf, styleOf } from './markup.ts'
import { type DescribedPicture, takePictures } from './pasted-pictures.ts'
import { takeComments } from './word-comments.ts'
import { headingsFromWord } from './word-headings.ts'
import { listsFromWord } from './word-lists.ts'
import { countingsIn } from './word-numbering.ts'
import { headingsFromWordOnline, listsFromWordOnline } from './word-online.ts'
import { acceptRevisions, isOfWord } from './word-revisions.ts'
import { shapesFromWord } from './word-shapes.ts'
import { symbolsFromWord } from './word-symbols.ts'

/** HTML from the clipboard, ready to parse: a mark replaces each picture to upload. */
export type CleanPaste = {
  html: string
  /** The pictures to take along, in the order of their marks. */
  pictures: DescribedPicture[]
  leftOut: Partial<LeftOut>
  /** Whether headings and lists are separate blocks, a 'whole' one even on its own; not for text copied here. */
  blocks: 'whole' | 'several' | undefined
}

type Options = {
  /** Whether an address is on our own server, where the picture stays. */
  isOwn: (src: string) => boolean
  videos: boolean
  /** The same text as RTF, which Word puts next to the HTML. */
  rtf?: string
}

/**
 * Turns pasted HTML, such as that of Word, Google Docs or a web page, into what the editor's schema understands,
 * without running or loading any of it. Pictures whose bytes or address came with it are taken out. What cannot be kept
 * is counted.
 */
export function cleanPaste(html: string, { isOwn, videos, rtf = '' }: Options): CleanPaste {
  const template = document.createElement('template')
  template.innerHTML = html
  const { content } = template
  const blocks = blocksIn(content, isOfWord(html))
  takeHidden(content)
  const countings = countingsIn(content)
  const comments = takeComments(content)
  const revisions = acceptRevisions(content, isOfWord(html))
  headingsFromWord(content, countings)
  const shortened = listsFromWord(content, countings)
  headingsFromWordOnline(content)
  listsFromWordOnline(content)
  listsFromHtml(content)
  textBoxesFromWord(content)
  symbolsFromWord(content)
  wordsFromWord(content)
  blocksFromHtml(content)
  paragraphsOfItems(content)
  const pictureLinks = [...content.querySelectorAll('a[href]')].filter(
    (link) =>
      isLinkAddress(link.getAttribute('href') ?? '') &&
      !lineOf(link) &&
      [...link.querySelectorAll('img')].some((image) => !isOwn(image.getAttribute('src') ?? '')),
  ).length
  const { pictures, leftOut } = takePictures(content, { isOwn, rtf, shapes: shapesFromWord(content) })
  const links = takeLinks(content)
  const embedded = takeEmbedded(content, videos)
  for (const unread of content.querySelectorAll('style, script, meta, link, title, xml, head')) unread.remove()
  return {
    html: template.innerHTML,
    pictures,
    leftOut: { ...leftOut, comments, revisions, shortened, links, pictureLinks, embedded },
    blocks,
  }
}

/** Word marks where the copied text starts: before a whole paragraph, or within one. */
function blocksIn(content: DocumentFragment, isWord: boolean): CleanPaste['blocks'] {
  if (content.querySelector('[data-pm-slice]')) return undefined
  const start = isWord && commentsIn(content).find(({ data }) => data === 'StartFragment')
  return start && !start.parentElement?.closest('p, h1, h2, h3, h4, h5, h6, li') ? 'whole' : 'several'
}

/** What nobody sees: hidden text, and the rows that Word and Excel add to align the columns of a table. */
function takeHidden(content: DocumentFragment) {
  const hidden = [...content.querySelectorAll('[style*="display"], [style*="mso-hide"]')]
  for (const element of hidden) {
    if (styleOf(element, 'display') === 'none' || styleOf(element, 'mso-hide') === 'all') element.remove()
  }
  for (const row of content.querySelectorAll('tr[height="0"]')) if (isBlank(row)) row.remove()
}

/** Keeps the text of links that the editor does not accept, and counts them; Word's notes link into the text itself. */
function takeLinks(content: DocumentFragment) {
  const links = [...content.querySelectorAll('a[href]')].filter(
    (link) => !isLinkAddress(link.getAttribute('href') ?? ''),
  )
  for (const link of links) link.removeAttribute('href')
  return links.filter(
    (link) =>
      link.textContent?.trim() &&
      !/mso-(foot|end)note-id|sd(foot|end)note/.test(`${link.getAttribute('style')} ${link.className}`),
  ).length
}

function takeEmbedded(content: DocumentFragment, videos: boolean) {
  const embedded = [...content.querySelectorAll('iframe, video, audio, object, embed')].filter(
    (element) => !(videos && element.matches('iframe') && videoAt(element.getAttribute('src') ?? '')),
  )
  for (const element of embedded) element.remove()
  return embedded.filter((element) => !embedded.some((other) => other !== element && other.contains(element))).length
}
