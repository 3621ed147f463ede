// Also white space, which ends an address wherever it is written.
const unseen = /[\s\\\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/v
const web = /^https?:\/\/(?<authority>[^\s/?#]+)/i

/** What links in texts may open other than web addresses. */
const others = ['mailto:', 'tel:']

/**
 * A web address as browsers read it; null for anything else, or for one that opens another place than a reader
 * believes: with a backslash, a name before an @, or characters that nobody sees.
 */
export function webLink(address: string) {
  const authority = web.exec(address)?.groups?.authority
  if (!authority || authority.includes('@') || unseen.test(address)) return null
  return URL.parse(address)?.href ?? null
}

/** The same for links in texts, which may also write a mail or call a number. */
export function link(address: string) {
  const url = URL.parse(address)
  if (!url || !others.includes(url.protocol)) return webLink(address)
  return unseen.test(address) ? null : url.href
}

/** A link as it stands in HTML, where line breaks and tabs count for nothing and spaces are encoded. */
export const linkInHtml = (href: string) =>
  link(
    href
      .replaceAll(/[\t\r\n]/g, '')
      .trim()
      .replaceAll(' ', '%20'),
  )
