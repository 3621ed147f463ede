/** Part of a WHERE clause: SQL of the server's own words and placeholders, and the values for the placeholders. */
export type Condition = {
  sql: string
  values: (string | number)[]
  /** A quicker query for the number of matches when this is the only condition. Takes the same values. */
  countSql?: string | undefined
  /** It is true or false of each row, never null. */
  isNeverNull?: true
}

/** What meets both conditions. */
export const both = (one: Condition, other: Condition): Condition => ({
  sql: `${one.sql} and ${other.sql}`,
  values: [...one.values, ...other.values],
})

/** What does not meet the condition. Null meets none, so it is found here. */
export const not = ({ sql, values, isNeverNull }: Condition): Condition => ({
  // Whatever is around an EXISTS keeps PostgreSQL from joining by it.
  sql: isNeverNull ? `not ${sql}` : `not coalesce((${sql}), false)`,
  values,
})

/** What has a row in `table` with the id in `foreignKey` that meets the condition. */
export const refersTo = (table: string, foreignKey: string, { sql, values }: Condition): Condition => ({
  sql: `exists (select 1 from ${table} where ${table}.id = ${foreignKey} and ${sql})`,
  values,
  isNeverNull: true,
})

/** What meets one of the conditions. */
export const either = (...conditions: Condition[]): Condition => ({
  sql: `(${conditions.map(({ sql }) => sql).join(' or ')})`,
  values: conditions.flatMap(({ values }) => values),
  ...(conditions.every(({ isNeverNull }) => isNeverNull) && { isNeverNull: true }),
})

/** A column that holds one of the values. */
export const among = (column: string, values: (string | number)[]): Condition => ({
  sql: `${column} in (${values.map(() => '?').join(', ')})`,
  values,
})
