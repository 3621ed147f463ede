/** Cleaned HTML with full addresses of our own files. */
export const withFileAddresses = (html: string, publicUrl: string) =>
  html.replace(/(<img src=")(?=\/files\/)/g, (start) => start + publicUrl)
