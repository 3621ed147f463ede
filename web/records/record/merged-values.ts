/** Whose value stands in each field that both have changed. */
export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>

type ThreeValues<Values> = { mine: Values; base: Values; theirs: Values }

/** The value of a field as it is compared: without surrounding blanks, and the same for everything that is empty. */
export function readValue(values: object, name: string) {
  const value = (values as Record<string, unknown>)[name]
  return typeof value === 'string' ? value.trim() : (value ?? '')
}

/**
 * What both have made of the base: the choice where both changed a field, otherwise the value of the one who changed
 * it.
 */
export function mergedValues<Values extends object>({ mine, base, theirs }: ThreeValues<Values>, chosen: Choices) {
  const names = Object.keys(mine) as (keyof Values & string)[]
  const isTheirs = (name: string) =>
    chosen[name] ? chosen[name] === 'theirs' : readValue(mine, name) === readValue(base, name)
  return Object.fromEntries(names.map((name) => [name, (isTheirs(name) ? theirs : mine)[name]])) as Values
}

/** The fields that only the other one has changed. */
export function fieldsOfTheirs<Values extends object>({ mine, base, theirs }: ThreeValues<Values>) {
  const isAsBefore = (values: Values, name: string) => readValue(values, name) === readValue(base, name)
  return Object.keys(theirs).filter((name) => isAsBefore(mine, name) && !isAsBefore(theirs, name))
}
