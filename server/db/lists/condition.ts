/** Part of a WHERE clause: SQL of the server's own words and placeholders, and the values for the placeholders. */
export type Condition = {
  sql: string
  values: (string | number)[]
  /** A quicker query for the number of matches when this is the only condition. Takes the same values. */
  countSql?: string | undefined
}

/** What meets both conditions. */
export const both = (one: Condition, other: Condition): Condition => ({
  sql: `${one.sql} and ${other.sql}`,
  values: [...one.values, ...other.values],
})

/** What does not meet the condition. Null meets none, so it is found here. */
export const not = ({ sql, values }: Condition): Condition => ({ sql: `not coalesce((${sql}), false)`, values })

/** A column that holds one of the values. */
export const among = (column: string, values: (string | number)[]): Condition => ({
  sql: `${column} in (${values.map(() => '?').join(', ')})`,
  values,
})
