/** Part of a WHERE clause: SQL in the server's own words with placeholders, and their values. */
export type Condition = {
  sql: string
  values: (string | number)[]
  /** A faster query for the number of matches if this is the only condition. Takes the same values. */
  countSql?: string | undefined
  /** It is true or false for each row, never null. */
  isNeverNull?: true
}

/** What meets both conditions. */
export const both = (one: Condition, other: Condition): Condition => ({
  sql: `${one.sql} and ${other.sql}`,
  values: [...one.values, ...other.values],
})

/** What does not meet the condition. Null meets no condition, so it is found here. */
export const not = ({ sql, values, isNeverNull }: Condition): Condition => ({
  // Anything around an EXISTS keeps PostgreSQL from turning it into a join.
  sql: isNeverNull ? `not ${sql}` : `not coalesce((${sql}), false)`,
  values,
})

/** Rows whose `foreignKey` refers to a row in `table` that meets the condition. */
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

/** A column that holds one of these values. */
export const among = (column: string, values: (string | number)[]): Condition => ({
  sql: `${column} in (${values.map(() => '?').join(', ')})`,
  values,
})
