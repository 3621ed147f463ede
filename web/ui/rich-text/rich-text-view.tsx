import { Anchor, Typography } from '@mantine/core'
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import classes from './rich-text.module.css'

type Attributes = Record<string, unknown>

const bare = (): Attributes => ({})
const aligned = (element: HTMLElement): Attributes => {
  const { textAlign } = element.style
  return textAlign ? { style: { textAlign } } : {}
}
const spanning = (element: HTMLElement): Attributes => ({
  colSpan: Number(element.getAttribute('colspan')) || 1,
  rowSpan: Number(element.getAttribute('rowspan')) || 1,
})
const numbered = (element: HTMLElement): Attributes => ({
  ...(element.hasAttribute('start') && { start: Number(element.getAttribute('start')) }),
  ...(element.hasAttribute('type') && { type: element.getAttribute('type') }),
})

/** The elements that are shown, as the server keeps them (server/rich-text); of all others only what is inside. */
const shownElements: Record<string, (element: HTMLElement) => Attributes> = {
  ...Object.fromEntries(
    'ul li blockquote pre code strong em u s sub sup mark br hr table tbody tr'.split(' ').map((name) => [name, bare]),
  ),
  p: aligned,
  h1: aligned,
  h2: aligned,
  h3: aligned,
  h4: aligned,
  ol: numbered,
  td: spanning,
  th: spanning,
}

const isWebAddress = (address: string | null): address is string =>
  !!address && /^(https?:\/\/|\/|mailto:|tel:)/.test(address)

/**
 * A rich text as its readers see it, and as the editor shows it: HTML that the server has cleaned, of which only known
 * elements and attributes are shown.
 */
export function RichTextView({ html }: { html: string }) {
  const content = useMemo(() => contentOf(new DOMParser().parseFromString(html, 'text/html').body), [html])
  return <Typography className={`${classes.richText} ${classes.view}`}>{content}</Typography>
}

const contentOf = (element: Element): ReactNode[] =>
  [...element.childNodes].map((node, place) => <Fragment key={place}>{shown(node)}</Fragment>)

function shown(node: Node): ReactNode {
  if (!(node instanceof HTMLElement)) return node.nodeType === Node.TEXT_NODE ? node.textContent : null
  const name = node.tagName.toLowerCase()
  const attributes = Object.hasOwn(shownElements, name) ? shownElements[name]?.(node) : undefined
  if (attributes) return createElement(name, attributes, ...contentOf(node))
  const address = node.getAttribute('href') ?? node.getAttribute('src')
  if (!isWebAddress(address)) return contentOf(node)
  if (name === 'img') return <img src={address} alt={node.getAttribute('alt') ?? ''} loading="lazy" />
  return (
    <Anchor href={address} target="_blank" rel="noreferrer" inherit underline="always">
      {name === 'iframe' ? `Video: ${address}` : contentOf(node)}
    </Anchor>
  )
}
