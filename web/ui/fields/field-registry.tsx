import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'

/** How a field is called and how its value reads, for those who talk about fields from outside. */
export type FieldWords = { label: string; show: (value: unknown) => string }

function createRegistry() {
  let fields: ReadonlyMap<string, FieldWords> = new Map()
  let waiting: ReadonlySet<string> = new Set()
  const listeners = new Set<() => void>()
  const change = (next: ReadonlyMap<string, FieldWords>) => {
    fields = next
    tell()
  }
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    fields: () => fields,
    write: (name: string, words: FieldWords) => change(new Map(fields).set(name, words)),
    erase: (name: string) => change(new Map([...fields].filter(([other]) => other !== name))),
    waiting: () => waiting.size > 0,
    wait(name: string, waits: boolean) {
      if (waits === waiting.has(name)) return
      waiting = new Set(waits ? [...waiting, name] : [...waiting].filter((other) => other !== name))
      tell()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export type FieldRegistry = ReturnType<typeof createRegistry>
const RegistryContext = createContext<FieldRegistry | null>(null)

/** A place where the fields below write down their labels, in the order in which they stand. */
export const useFieldRegistry = () => useState(createRegistry)[0]

/** Hands the registry to the fields below. */
export function FieldRegistryProvider({ registry, children }: { registry: FieldRegistry; children: ReactNode }) {
  return <RegistryContext value={registry}>{children}</RegistryContext>
}

/** What the fields have written down, as it stands now. */
export const useFields = ({ subscribe, fields }: FieldRegistry) => useSyncExternalStore(subscribe, fields)

/** Writes a field down in the registry around it, if there is one. Every field part calls it. */
export function useFieldWords(name: string, label: string, show: (value: unknown) => string = String) {
  const registry = useContext(RegistryContext)
  useEffect(() => registry?.write(name, { label, show }), [registry, name, label, show])
  useEffect(() => () => registry?.erase(name), [registry, name])
}

/** Whether a field below is not ready to be saved: something of it is still on its way. */
export const useWaitingFields = ({ subscribe, waiting }: FieldRegistry) => useSyncExternalStore(subscribe, waiting)

/** Tells the registry around a field whether the form must wait for it. */
export function useFieldWaits(name: string, waits: boolean) {
  const registry = useContext(RegistryContext)
  useEffect(() => registry?.wait(name, waits), [registry, name, waits])
  useEffect(() => () => registry?.wait(name, false), [registry, name])
}
