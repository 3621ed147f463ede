import { withCheckDigit } from '#contract/vin.ts'

const vinOf = (number: number) => withCheckDigit(`1FDXE4FS0GD${number}`) ?? ''

/**
 * Values of fields that campaigns and their vehicles must fill correctly: whole VINs with their check digits, and days.
 */
export const knownOfCampaigns = {
  vin: [
    '310312',
    310_312,
    ...[...Array(60).keys()].flatMap((place) => [String(410_000 + place), vinOf(420_000 + place)]),
  ],
  full_vin: [undefined],
  vins: [[vinOf(430_000), vinOf(430_001)]],
  quarter: ['2026-2'],
  submitted_on: ['2026-07-20'],
  mailed_on: ['2026-06-01'],
  told_on: ['2026-06-01'],
}
