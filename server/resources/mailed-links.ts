/** Pages to which mailed links lead. */
type Page = 'accept-invitation' | 'confirm-email' | 'end-session' | 'not-me'

/** The address of such a page. The token stands behind #, which browsers send to no server and proxies do not log. */
export const linkTo = (publicUrl: string, page: Page, token: string) => `${publicUrl}/${page}#${token}`
