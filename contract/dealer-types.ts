export const DEALER_TYPES = ['dealer', 'service', 'both'] as const

/** Their names in lists, forms and history. */
export const DEALER_TYPE_LABELS = { dealer: 'Dealer', service: 'Service', both: 'Dealer & Service' } as const
