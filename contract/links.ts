// White space too, since it ends an address anywhere.
const unseen = /[\s\\\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/v
const web = /^https?:\/\/(?<authority>[^\s/?#]+)/i

/** What links in texts may open besides web addresses. */
const others = ['mailto:', 'tel:']

/**
 * A web address as browsers read it; null for anything else, or if it leads elsewhere than it seems to: with a
 * backslash, a name before an @, or invisible characters.
 */
export function webLink(address: string) {
  const authority = web.exec(address)?.groups?.authority
  if (!authority || authority.includes('@') || unseen.test(address)) return null
  return URL.parse(address)?.href ?? null
}

/** The same for links in texts, which may also start an email or a call. */
export function link(address: string) {
  const url = URL.parse(address)
  if (!url || !others.includes(url.protocol)) return webLink(address)
  return unseen.test(address) ? null : url.href
}

/** A link as written in HTML, where line breaks and tabs are ignored and spaces are encoded. */
export const linkInHtml = (href: string) =>
  link(
    href
      .replaceAll(/[\t\r\n]/g, '')
      .trim()
      .replaceAll(' ', '%20'),
  )
