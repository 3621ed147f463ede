const ATTRIBUTE = 'data-mantine-color-scheme'

/** Prints the page in the light theme: browsers leave out backgrounds, and light text cannot be read on paper. */
export function printInLight() {
  const page = document.documentElement
  let scheme: string | null = null
  addEventListener('beforeprint', () => {
    scheme = page.getAttribute(ATTRIBUTE)
    page.setAttribute(ATTRIBUTE, 'light')
  })
  addEventListener('afterprint', () => {
    if (scheme) page.setAttribute(ATTRIBUTE, scheme)
  })
}
