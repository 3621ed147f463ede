/**
 * An address as it was meant: `//dashboard` and `\\dashboard` are /dashboard, as browsers read them, and percent signs
 * that encode no text, as mail programs leave them, stand for themselves. The query stays as it is.
 */
export function tidyUrl({ url: asked = '/' }: { url?: string | undefined }) {
  const url = withoutHost(asked)
  if (!url.startsWith('/')) return url
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  const tidy = path.replaceAll(/[\\/]+/g, '/')
  return (encodesText(tidy) ? tidy : tidy.replaceAll('%', '%25')) + url.slice(path.length)
}

/** Whether the path of a requested address has slashes that its tidy form lacks. */
export const hasOddSlashes = (asked: string) => /^[^?]*(\/\/|\\)/.test(withoutHost(asked))

/** Proxies are sent whole addresses, and servers must understand those as well (RFC 9112). */
const withoutHost = (asked: string) => asked.replace(/^https?:\/\/[^/?]*\/?/i, '/')

function encodesText(path: string) {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
