/** The number after one that was typed; empty where that is none. */
export const nextNumber = (typed: unknown) => (/^\d+$/.test(String(typed)) ? String(Number(typed) + 1) : '')
