export const CHOOSE_REGULATOR = 'A recall needs at least one regulator.'

/** What a campaign needs before it can be opened, by field. */
export const MISSING = {
  defect: 'Please describe the defect.',
  risk: 'Please describe the risk.',
  remedy: 'Please describe the remedy.',
  phone: 'Please enter the phone number that owners can call.',
  title_fr: 'Please write the title in French.',
  defect_fr: 'Please describe the defect in French.',
  risk_fr: 'Please describe the risk in French.',
  remedy_fr: 'Please describe the remedy in French.',
  units: 'Please add the vehicles.',
} as const
export const NOT_IN_FUTURE = 'This day is in the future.'
export const CLOSE_INSTEAD = 'Close it instead.'
export const TOLD_LATER = 'The regulator was told after this quarter.'
export const NOT_BEGUN = 'This quarter has not begun yet.'
export const TYPE_STAYS = 'A campaign that was opened keeps its type.'
export const NO_REPORT_WANTED = 'No report of this quarter is due.'
export const UNIT_STAYS =
  'A vehicle cannot be moved from or to a campaign that was opened. Please add it there instead.'
