import { CACHES, KEPT } from './kept.ts'

/** A variable that a module declares outside its functions; one without `write` is a collection or a store. */
type Variable = { read: () => unknown; write?: (value: unknown) => void }
type Known = { name: string; variable: Variable; first: unknown }
type Store = { getState: () => object; setState: (state: object, replace: true) => void }

const LET = /^(?:export )?let (\w+)/gm
const COLLECTION = String.raw`new (?:Map|Set)(?:<.*>)?\(\)|\[\]|\{\}`
const STORE = String.raw`create(?:<.*>)?\(\(\) =>.*\)`
const FILLED = new RegExp(String.raw`^(?:export )?const (\w+)(?:: [^=\n]+)? = (?:${COLLECTION}|${STORE})$`, 'gm')

/** The code of a module with a line that hands its variables to `remember`; undefined for a module without any. */
export function tellingCode(module: string, code: string) {
  const variables = [
    ...[...code.matchAll(LET)].map(([, name]) => `${name}: { read: () => ${name}, write: (now) => { ${name} = now } }`),
    ...[...code.matchAll(FILLED)].map(([, name]) => `${name}: { read: () => ${name} }`),
  ]
  if (!variables.length) return undefined
  return `${code}\nglobalThis.memoryOfTests?.remember(${JSON.stringify(module)}, { ${variables.join(', ')} })\n`
}

/** What the modules of a worker remember, as it was when they had loaded. */
export function memory() {
  const all = new Map<string, Known>()
  return {
    names: () => [...all.keys()],
    /** Notes the variables of a module that has just loaded. */
    remember(module: string, variables: Record<string, Variable>) {
      for (const [word, variable] of Object.entries(variables)) {
        const name = `${module} ${word}`
        if (!(name in KEPT)) all.set(name, { name, variable, first: contentOf(variable.read()) })
      }
    },
    /** Puts back what has changed, and returns the names of the collections among it: who adds something takes it away. */
    forget() {
      const changed = [...all.values()].filter(({ variable, first }) => !isSame(first, contentOf(variable.read())))
      for (const { variable, first } of changed) putBack(variable, first)
      return changed
        .filter(({ name, variable }) => !variable.write && isCollection(variable.read()) && !CACHES.has(name))
        .map(({ name }) => name)
    },
  }
}

const isStore = (value: unknown): value is Store => typeof value === 'function' && 'getState' in value
const isCollection = (value: unknown): value is Map<unknown, unknown> | Set<unknown> | unknown[] =>
  value instanceof Map || value instanceof Set || Array.isArray(value)

/** What a value contains, in a copy that does not change with it. */
function contentOf(value: unknown) {
  if (value instanceof Map) return new Map(value)
  if (value instanceof Set) return new Set(value)
  if (Array.isArray(value)) return [...value]
  return isStore(value) ? value.getState() : value
}

function isSame(one: unknown, other: unknown) {
  if (!isCollection(one) || !isCollection(other)) return Object.is(one, other)
  const [first, second] = [one, other].map((all) => (all instanceof Map ? [...all].flat() : [...all]))
  return first?.length === second?.length && first?.every((value, at) => Object.is(value, second?.[at]))
}

function putBack({ read, write }: Variable, first: unknown) {
  const now = read()
  if (write) return write(contentOf(first))
  if (now instanceof Map) refill(now, first as Map<unknown, unknown>, ([key, value]) => now.set(key, value))
  else if (now instanceof Set) refill(now, first as Set<unknown>, (value) => now.add(value))
  else if (Array.isArray(now)) now.splice(0, now.length, ...(first as unknown[]))
  else if (isStore(now)) now.setState(first as object, true)
}

function refill<Value>(emptied: { clear: () => void }, values: Iterable<Value>, add: (value: Value) => void) {
  emptied.clear()
  for (const value of values) add(value)
}
