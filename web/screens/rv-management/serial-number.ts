import type { Rv } from '#contract/rvs.ts'

/** The serial number of an RV, or nothing where there is none; some clients send the word null. */
export const serialNumberOf = ({ serial_no }: Rv) => (serial_no && serial_no !== 'null' ? serial_no : undefined)
