/** What a worker keeps from file to file, and why no test can tell. */
export const KEPT: Record<string, string> = {
  'server/clock.ts last': 'Ids never go back, in no file.',
  'server/clock.ts sequence': 'Ids never go back, in no file.',
  'server/db/raw-query.ts known': 'The same text is always written in the same way.',
  'server/integrations/pdf/text-width.ts known': 'A text has the same width wherever it is measured.',
  'server/integrations/pdf/text-width.ts opened': 'Fonts do not change.',
  'server/auth/passwords.ts common': 'The list of common passwords does not change.',
  'server/testing/build-test-app.ts passwordHash': 'Hashed once a worker.',
  'server/testing/open-test-database.ts image': 'Migrated once a worker.',
  'server/testing/open-test-database.ts servers': 'One connection a worker.',
  'web/api/live-events.ts listeners': 'Its components take theirs away.',
  'web/api/session.ts listeners': 'Modules listen from when they load.',
  'web/app/use-shell.ts loadedShell': 'Code, loaded once.',
  'web/forms/draft-store.ts claiming': 'Its listener on the document is there for good.',
  'web/forms/draft-database.ts opened': 'The connection; what it stores is removed after each test.',
  'web/forms/draft-database.ts opening': 'The connection; what it stores is removed after each test.',
  'web/records/list/views/preferences.ts listeners': 'Its components take theirs away.',
  'web/records/list/state/window-state.ts listeners': 'Its components take theirs away.',
  'web/records/record/loaded-page.tsx Loaded': 'Code, loaded once.',
  'web/testing/bare-texts.ts isWatching': 'It watches for good.',
  'web/testing/setup.ts errors': 'Made anew before each test.',
}

/** Caches that grow with use. They are emptied as well; no test has to. */
const CACHES = new Set(['attacks/contract-inputs.ts texts', 'web/map/topology.ts loaded'])

/** A variable declared in a module outside its functions; one without `write` is a collection or a store. */
type Variable = { read: () => unknown; write?: (value: unknown) => void }
type Known = { name: string; variable: Variable; first: unknown }
type Store = { getState: () => object; setState: (state: object, replace: true) => void }

const LET = /^(?:export )?let (\w+)/gm
const COLLECTION = String.raw`new (?:Map|Set)(?:<.*>)?\(\)|\[\]|\{\}`
const STORE = String.raw`create(?:<.*>)?\(\(\) =>.*\)`
const FILLED = new RegExp(String.raw`^(?:export )?const (\w+)(?:: [^=\n]+)? = (?:${COLLECTION}|${STORE})$`, 'gm')

/** A module's code with a line that passes its variables to `remember`; undefined for a module without any. */
export function tellingCode(module: string, code: string) {
  const variables = [
    ...[...code.matchAll(LET)].map(([, name]) => `${name}: { read: () => ${name}, write: (now) => { ${name} = now } }`),
    ...[...code.matchAll(FILLED)].map(([, name]) => `${name}: { read: () => ${name} }`),
  ]
  if (!variables.length) return undefined
  return `${code}\nglobalThis.memoryOfTests?.remember(${JSON.stringify(module)}, { ${variables.join(', ')} })\n`
}

/** What a worker's modules remember, as of when they had loaded. */
export function memory() {
  const all = new Map<string, Known>()
  return {
    names: () => [...all.keys()],
    /** Records the variables of a module that has just loaded. */
    remember(module: string, variables: Record<string, Variable>) {
      for (const [word, variable] of Object.entries(variables)) {
        const name = `${module} ${word}`
        if (!(name in KEPT)) all.set(name, { name, variable, first: contentOf(variable.read()) })
      }
    },
    /**
     * Restores what has changed, and returns the names of changed collections: whoever adds something must remove it.
     */
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

/** A value's content, in a copy that does not change with it. */
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
