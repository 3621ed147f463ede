import type { Editor } from '@tiptap/react'

/** Adds the missing protocol to a typed link target: https, mailto or tel. */
export function linkAddress(typed: string) {
  const hasProtocol = /^[a-z][a-z0-9+.-]*:/i.test(typed)
  const isHostWithPort = /^[^/:][^/:.]*\.[^/:]+:\d/.test(typed)
  if (hasProtocol && !isHostWithPort) return typed
  if (/^[^\s/@]+@[^\s/@][^\s/@.]*\.[^\s/@]+$/.test(typed)) return `mailto:${typed}`
  if (/^\+?[\d\s()./-]{5,}$/.test(typed)) return `tel:${typed.replace(/[^\d+]/g, '')}`
  return `https://${typed}`
}

/** Links the selection, or changes the link at the cursor, or inserts the typed text as a link. */
export function setLink(editor: Editor, typed: string) {
  const href = linkAddress(typed)
  const asLink = { type: 'text', text: typed, marks: [{ type: 'link', attrs: { href } }] }
  if (editor.state.selection.empty && !editor.isActive('link')) editor.chain().focus().insertContent(asLink).run()
  else editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
}
