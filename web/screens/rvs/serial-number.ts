import type { Rv } from '#contract/rvs.ts'

/** The serial number of an RV, or undefined; some clients send the text 'null'. */
export const serialNumberOf = ({ serial_no }: Rv) => (serial_no && serial_no !== 'null' ? serial_no : undefined)
