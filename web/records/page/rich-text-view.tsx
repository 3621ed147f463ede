import { Anchor } from '@mantine/core'
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import classes from './record-page.module.css'

/** Elements that are shown as they are; of all others only what is inside. */
const KEPT = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code strong em u s sub sup br hr table thead tbody tr th td'.split(' '),
)
const isWebAddress = (address: string | null): address is string =>
  !!address && /^(https?:\/\/|\/|mailto:|tel:)/.test(address)

/** A rich text as its readers see it: HTML that the server has cleaned, of which only known elements are shown. */
export function RichTextView({ html }: { html: string }) {
  const content = useMemo(() => contentOf(new DOMParser().parseFromString(html, 'text/html').body), [html])
  return <div className={classes.richText}>{content}</div>
}

const contentOf = (element: Element): ReactNode[] =>
  [...element.childNodes].map((node, place) => <Fragment key={place}>{shown(node)}</Fragment>)

function shown(node: Node): ReactNode {
  if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.textContent : null
  const name = node.tagName.toLowerCase()
  if (KEPT.has(name)) return createElement(name, null, ...contentOf(node))
  const address = node.getAttribute('href') ?? node.getAttribute('src')
  if (!isWebAddress(address)) return contentOf(node)
  if (name === 'img') return <img src={address} alt={node.getAttribute('alt') ?? ''} loading="lazy" />
  const isFrame = name === 'iframe' || name === 'video'
  return (
    <Anchor href={address} target="_blank" rel="noreferrer" inherit underline="always">
      {isFrame ? `Video: ${address}` : contentOf(node)}
    </Anchor>
  )
}
