import { UNKNOWN_BROWSER } from '#contract/sign-in.ts'

/** A browser's name on its own: 'Firefox on Windows', 'Unknown browser'. */
export const browserName = (device: string) => device.replace(UNKNOWN_BROWSER, 'Unknown browser')
