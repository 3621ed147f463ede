import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { createStore, useStore } from 'zustand'

/** The label of a field and a formatter for its value, such as for the conflict view. */
export type FieldInfo = {
  label: string
  format: (value: unknown) => string
  kind?: FieldKind | undefined
}

/**
 * A field whose value says nothing by itself: of a reference a draft keeps how it was shown as well, of a picture the
 * file that was chosen is the value, and a rich text is HTML.
 */
export type FieldKind = 'reference' | 'picture' | 'rich_text'

/** The part of a draft that fields need: values, and how they were shown. */
type Restored = { values: object | undefined; labels: Readonly<Record<string, string>> }

type Fields = {
  fields: ReadonlyMap<string, FieldInfo>
  /** The names of those that have work in progress. */
  pending: ReadonlySet<string>
}

function createRegistry(found: Restored | undefined, fieldLabels: Readonly<Record<string, string>>) {
  let restored = found
  const store = createStore<Fields>(() => ({ fields: new Map(), pending: new Set() }))
  const fields = () => store.getState().fields
  return {
    store,
    fields,
    fieldLabels,
    register: (name: string, info: FieldInfo) => store.setState({ fields: new Map(fields()).set(name, info) }),
    unregister: (name: string) =>
      store.setState({ fields: new Map([...fields()].filter(([other]) => other !== name)) }),
    /** The label of a field; its name for one that the form does not have. */
    labelOf: (name: string) => fields().get(name)?.label ?? name.replaceAll('_', ' '),
    /** How the fields that hold references show these values. */
    labels: (values: object) =>
      Object.fromEntries(
        [...fields()].flatMap(([name, { kind, format }]) => {
          const label = kind === 'reference' ? format(values[name as keyof object]) : ''
          return label ? [[name, label]] : []
        }),
      ),
    /** Takes over what the form shows from now on, such as an earlier version. */
    restore(next: Restored) {
      restored = next
    },
    /** The record that a draft has chosen in this field, if any. */
    restoredReference(name: string): { _id: string; name: string } | undefined {
      const _id: unknown = restored?.values?.[name as keyof object]
      const label = restored?.labels[name]
      return typeof _id === 'string' && label ? { _id, name: label } : undefined
    },
    setPending(name: string, isPending: boolean) {
      const { pending } = store.getState()
      if (isPending === pending.has(name)) return
      const others = [...pending].filter((other) => other !== name)
      store.setState({ pending: new Set(isPending ? [...others, name] : others) })
    },
  }
}

export type FieldRegistry = ReturnType<typeof createRegistry>
const RegistryContext = createContext<FieldRegistry | null>(null)

/**
 * Creates a registry for the fields of one form and its draft. It lists them in the order of the form. `fieldLabels`
 * are the labels of fields that have none of their own.
 */
export const useFieldRegistry = (restored?: Restored, fieldLabels: Readonly<Record<string, string>> = {}) =>
  useState(() => createRegistry(restored, fieldLabels))[0]

/** Provides the registry to the fields inside. */
export function FieldRegistryProvider({ registry, children }: { registry: FieldRegistry; children: ReactNode }) {
  return <RegistryContext value={registry}>{children}</RegistryContext>
}

/** The registered fields by name; re-renders when they change. */
export const useFields = ({ store }: FieldRegistry) => useStore(store, ({ fields }) => fields)

/** Registers a field in the surrounding registry, if any. Every field component calls it through useField. */
export function useRegisterField(
  name: string,
  label: string,
  format: (value: unknown) => string = String,
  kind?: FieldKind,
) {
  const registry = useContext(RegistryContext)
  useEffect(() => registry?.register(name, { label, format, kind }), [registry, name, label, format, kind])
  useEffect(() => () => registry?.unregister(name), [registry, name])
}

/** The label of a field: `own`, or the one that the surrounding form has for it. */
export function useFieldLabel(name: string, own: string | undefined) {
  const registry = useContext(RegistryContext)
  const label = own ?? registry?.fieldLabels[name]
  if (label === undefined) throw new Error(`the field ${name} has no label`)
  return label
}

/** The record that the draft of the surrounding form has chosen in this field, if any. */
export const useRestoredReference = (name: string) => useContext(RegistryContext)?.restoredReference(name)

/** Whether a field has work in progress, such as an upload, so that the form cannot be saved yet. */
export const useHasPendingFields = ({ store }: FieldRegistry) => useStore(store, ({ pending }) => pending.size > 0)

/** Marks a field as pending in the surrounding registry while `pending` is true. */
export function useFieldPending(name: string, pending: boolean) {
  const registry = useContext(RegistryContext)
  useEffect(() => registry?.setPending(name, pending), [registry, name, pending])
  useEffect(() => () => registry?.setPending(name, false), [registry, name])
}
