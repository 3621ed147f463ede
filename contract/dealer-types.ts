export const DEALER_TYPES = ['dealer', 'service', 'both'] as const

/** What lists, forms and history call them. */
export const DEALER_TYPE_LABELS = { dealer: 'Dealer', service: 'Service', both: 'Dealer & Service' } as const
