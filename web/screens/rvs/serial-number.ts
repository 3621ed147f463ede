import type { Rv } from '#contract/rvs.ts'

/** The serial number of an RV, or undefined; some clients send the text 'null'. */
export const serialNumberOf = ({ serial_no }: Rv) => (serial_no && serial_no !== 'null' ? serial_no : undefined)

/** What comes next with an RV: nothing where there is no number to ask the dealer site about. */
export const nextActOf = (rv: Rv) => (!rv.is_deleted && serialNumberOf(rv) ? 'check status' : undefined)
