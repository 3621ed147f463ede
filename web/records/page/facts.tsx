import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { RecordKind } from '#contract/kind.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import type { Reference } from '#contract/records.ts'
import { hasFrench } from '#web/api/settings.ts'
import { formatOfficeTime } from '#web/forms/office-time.ts'
import { Person } from '#web/records/change/person.tsx'
import { RecordLink } from '#web/records/change/record-link.tsx'
import type { Column } from '#web/records/list/columns/columns.tsx'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'
import { type AnyRow, columnsOf, textOf } from '#web/records/shared/row-name.ts'
import { formatDate } from '#web/ui/format.ts'
import { Picture } from '#web/ui/image/picture.tsx'
import { RichTextView } from '#web/ui/rich-text/rich-text-view.tsx'
import { lastChangesQuery } from './last-changes.tsx'
import classes from './record-page.module.css'

type Fact = { field: string; label: string; value: ReactNode; isWide?: boolean }

/**
 * Columns of lists that other parts of the page show: who is who there, what can be done, the state, and what belongs
 * to it.
 */
const ELSEWHERE = /^(srno|select|move|actions|status|updated_by|counts)$|_count$/

/** Of no interest, secret, or shown in a separate part. */
const NOT_HERE = ['hidden', 'secret', 'file']

/** All that is known about a record, with its labels: the fields of its kind, and what else its list shows. */
export function Facts({ type, row, columns }: { type: RecordType; row: AnyRow; columns: Column<ListedRow>[] }) {
  return (
    <dl className={classes.facts}>
      {factsOf(type, row, columns).map(({ field, label, value, isWide }) => (
        <div key={field} className={classes.fact} data-wide={isWide}>
          <dt>{label}</dt>
          <dd>{value === '' || value === null || value === undefined ? '-' : value}</dd>
        </div>
      ))}
    </dl>
  )
}

function factsOf(type: RecordType, row: AnyRow, columns: Column<ListedRow>[]): Fact[] {
  const described = columnsOf(type).filter(
    ({ type: kind, twinOf }) => !NOT_HERE.includes(kind) && (!twinOf || hasFrench()),
  )
  const { state }: RecordKind = kinds[type]
  const facts = described
    .filter(({ name, wire }) => wire in row && name !== state)
    .map(({ wire, label, type: kind, refersTo, shownAs = wire }): Fact => {
      const listed = columns.find(({ field }) => field === shownAs)
      const fact = { field: wire, label: listed?.title || label }
      const value = row[wire]
      if (refersTo)
        return { ...fact, value: value ? <RecordLink type={refersTo as RecordType} to={value as Reference} /> : '' }
      if (kind === 'rich_text') return { ...fact, value: <RichTextView html={textOf(value)} />, isWide: true }
      if (kind === 'picture')
        return {
          ...fact,
          value: value ? <Picture address={value as string} alt={label} width={227} height={136} /> : '',
        }
      if (listed?.cell) return { ...fact, value: listed.cell(row) }
      if (kind === 'flag') return { ...fact, value: value ? 'Yes' : 'No' }
      if (kind === 'day') return { ...fact, value: formatDate(value) }
      if (kind === 'time') return { ...fact, value: typeof value === 'string' ? formatOfficeTime(value) : '' }
      return { ...fact, value: isWebAddress(value) ? <FileLink address={value} label={value} /> : textOf(value) }
    })
  const said = new Set(described.flatMap(({ wire, shownAs = wire }) => [wire, shownAs]))
  const more = columns
    .filter(({ field, filterOnly }) => !said.has(field) && !ELSEWHERE.test(field) && !filterOnly && field in row)
    .map(({ field, title, cell, link }): Fact => {
      const value = cell ? cell(row) : (row[field] as ReactNode)
      const path = value ? link?.(row) : undefined
      return { field, label: title, value: path ? <PageLink path={path}>{value}</PageLink> : value }
    })
  return [...facts, ...more, ...lastChange(type, row)]
}

const lastChange = (type: RecordType, { _id, updated_by }: AnyRow): Fact[] =>
  updated_by
    ? [
        {
          field: 'updated_by',
          label: 'Updated by',
          value: <UpdatedBy type={type} id={_id} name={textOf(updated_by)} />,
        },
      ]
    : []

/** Who changed a record last, as a link once its last changes have been read. */
function UpdatedBy({ type, id, name }: { type: RecordType; id: string; name: string }) {
  const { data } = useQuery({ ...lastChangesQuery(type, id), enabled: false })
  const by = data?.data[0]?.change.by
  return by?.name === name ? <Person by={by} /> : <span>{name}</span>
}

const isWebAddress = (value: unknown): value is string => typeof value === 'string' && /^https?:\/\/\S+$/.test(value)

const PageLink = ({ path, children }: { path: string; children: ReactNode }) => (
  <Anchor component={Link} to={path} inherit>
    {children}
  </Anchor>
)

const FileLink = ({ address, label }: { address: string; label: string }) => (
  <Anchor href={address} target="_blank" rel="noreferrer" inherit>
    {label}
  </Anchor>
)
