import { numberOps } from '#contract/records.ts'

/** The words and signs of the operators of numbers and days. */
export const comparisons: Record<(typeof numberOps)[number], { name: string; sign: string }> = {
  eq: { name: 'Equals', sign: '=' },
  ne: { name: 'Not equal', sign: '≠' },
  lt: { name: 'Less than', sign: '<' },
  lte: { name: 'Less than or equal', sign: '≤' },
  gt: { name: 'Greater than', sign: '>' },
  gte: { name: 'Greater than or equal', sign: '≥' },
  between: { name: 'In range', sign: '' },
  between_inclusive: { name: 'Inclusive range', sign: '' },
}
