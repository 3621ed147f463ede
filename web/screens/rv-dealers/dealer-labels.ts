import { ACTIVE_LINES, DEALER_TYPES, type Dealer, type DealerOnMap } from '#contract/dealers.ts'

const typeLabels = { dealer: 'Dealer', service: 'Service', both: 'Dealer & Service' }

export const typeOf = ({ type }: Pick<Dealer, 'type'>) => typeLabels[type]
export const typeOptions = DEALER_TYPES.map((type) => ({ value: type, label: typeLabels[type] }))
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
