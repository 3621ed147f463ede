import { UNKNOWN_BROWSER } from '#contract/sign-in.ts'

/** A browser as it is called outside of a sentence: 'Firefox on Windows', 'Unknown browser'. */
export const browserName = (device: string) => device.replace(UNKNOWN_BROWSER, 'Unknown browser')
