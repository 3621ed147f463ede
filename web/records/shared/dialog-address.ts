const KINDS = ['edit', 'duplicate', 'view', 'history'] as const

/** A dialog of a list that has an address: `?new`, `?edit=<id>`, `?duplicate=<id>`, `?view=<id>` or `?history=<id>`. */
export type DialogAddress = { kind: 'new'; id?: undefined } | { kind: (typeof KINDS)[number]; id: string }

export const hasAddress = (kind: string) => kind === 'new' || KINDS.some((other) => other === kind)

/** The dialog that a query string names. */
export function readDialogAddress(search: string): DialogAddress | undefined {
  const params = new URLSearchParams(search)
  if (params.has('new')) return { kind: 'new' }
  for (const kind of KINDS) {
    const id = params.get(kind)
    if (id) return { kind, id }
  }
  return undefined
}

/** The query string with this dialog, or without any. */
export function withDialog(search: string, address: DialogAddress | undefined) {
  const params = new URLSearchParams(search)
  for (const kind of ['new', ...KINDS]) params.delete(kind)
  if (address) params.set(address.kind, address.id ?? '')
  return searchOf(params)
}

/** Parameters as a query string; one without a value stands alone: `?new`. */
export const searchOf = (params: URLSearchParams) =>
  params.size ? `?${params}`.replace(/([?&]new)=(?=&|$)/, '$1') : ''

/** What tells one dialog from another. */
export const keyOf = ({ kind, id }: DialogAddress) => (id ? `${kind} ${id}` : kind)
