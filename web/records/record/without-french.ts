import type { RecordKind } from '#contract/kind.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import { hasFrench } from '#web/api/settings.ts'

/** What a form sends: where owners read no French, its French fields are not shown, and stay as they are. */
export function withoutFrench<Fields extends object>(type: RecordType | undefined, fields: Fields): Fields {
  if (!type || hasFrench()) return fields
  const { columns }: RecordKind = kinds[type]
  const twins = Object.entries(columns).flatMap(([name, { twinOf, wire = name }]) => (twinOf ? [wire] : []))
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !twins.includes(name))) as Fields
}
