import { styleOf, unwrapped } from './markup.ts'

const MARKS =
  '.MsoCommentReference, .msocomanchor, .msocomoff, .msocomtxt, .MsoCommentText, [style*="mso-special-character:comment"]'

/** Removes the comments from a text, with their marks. Returns how many there were. */
export function takeComments(content: DocumentFragment): number {
  const elements = [...content.querySelectorAll('[style*="mso-"]')]
  const lists = elements.filter((element) => /^comment-list/i.test(styleOf(element, 'mso-element')))
  const texts = elements.filter((element) => /^comment$/i.test(styleOf(element, 'mso-element')))
  const commented = elements.filter((element) => styleOf(element, 'mso-comment-reference'))
  const anchors = [...content.querySelectorAll('a[href*="#_msocom_"]')]
  const online = [...content.querySelectorAll('.CommentStart')]
  const published = [...content.querySelectorAll('a[id^="cmnt_ref"]')]
  const count = Math.max(
    texts.length,
    new Set(commented.map((element) => styleOf(element, 'mso-comment-reference'))).size,
    new Set(anchors.map((anchor) => anchor.getAttribute('href')?.replace(/^.*#/, ''))).size,
    online.length,
    published.length,
  )
  for (const anchor of published) (anchor.closest('sup') ?? anchor).remove()
  for (const back of content.querySelectorAll('a[href*="#cmnt_ref"]')) (back.closest('div') ?? back).remove()
  for (const element of [...lists, ...texts, ...anchors, ...content.querySelectorAll(MARKS)]) element.remove()
  for (const element of commented) if (element.localName === 'a') unwrapped(element)
  return count
}
