import { DEALER_TYPE_LABELS, DEALER_TYPES } from '#contract/dealer-types.ts'
import { ACTIVE_LINES, type Dealer, type DealerOnMap } from '#contract/dealers.ts'

export const typeOf = ({ type }: Pick<Dealer, 'type'>) => DEALER_TYPE_LABELS[type]
export const typeOptions = DEALER_TYPES.map((type) => ({ value: type, label: DEALER_TYPE_LABELS[type] }))
export const lineOptions = ACTIVE_LINES.map((line) => ({ value: line, label: line }))

/** The toll-free number, else the phone number, else a dash. */
export const phoneOf = ({ tollfree, phone }: Pick<Dealer, 'tollfree' | 'phone'>) => tollfree || phone || '-'

/** The details in the popup of a marker. */
export const markerDetails = (dealer: DealerOnMap): [name: string, value: string][] => [
  ['Name', dealer.name],
  ['Phone', dealer.phone || '-'],
  ['Type', typeOf(dealer)],
  ['Hour Sales', dealer.hour_sales],
  ['Hour Service', dealer.hour_service],
  ['Hour Parts', dealer.hour_parts],
]
