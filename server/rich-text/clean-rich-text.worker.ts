import { type CleanOptions, cleanHtml } from './clean-html.ts'

/** Cleans HTML on this thread. */
export const clean = ({ html, options }: { html: string; options: CleanOptions }) => cleanHtml(html, options)
