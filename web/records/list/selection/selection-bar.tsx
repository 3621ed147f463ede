import { Button, Text, VisuallyHidden } from '@mantine/core'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import type { RecordType } from '#contract/kinds.ts'
import type { ListInput } from '#contract/records.ts'
import { whenOnline } from '#web/forms/when-online.ts'
import type { ListEndpoint } from '#web/records/list/state/use-list.ts'
import { formatCount, formatNumber } from '#web/ui/format.ts'
import { type BulkAction, bulkActionsOf, matchingOf } from './bulk-actions.ts'
import { ReplacedSelection } from './replaced-selection.tsx'
import classes from './selection.module.css'
import type { RowSelection } from './use-row-selection.ts'

type SelectionBarProps = {
  type: RecordType
  list: ListEndpoint
  /** The input of the list's call; what it filters by is what 'all' means. */
  input: ListInput
  selection: RowSelection
  /** Asks before something is done to the selected records, and does it. */
  dialog: ComponentType<BulkDialogProps>
  /** What else can be done with them. */
  children?: ReactNode
}

/** What a dialog needs to do something to selected records. */
export type BulkDialogProps = {
  type: RecordType
  list: ListEndpoint
  /** What the list shows: its filters. */
  matching: ReturnType<typeof matchingOf>
  selection: RowSelection
  action: BulkAction
  onClose: () => void
}

/** The bar below a list in which rows are selected: how many, what else to select, and what to do with them. */
export function SelectionBar({ type, list, input, selection, dialog: BulkDialog, children }: SelectionBarProps) {
  const [asked, setAsked] = useState<BulkAction>()
  const { count, all, total, rows } = selection
  const matching = matchingOf(input)
  const fitting = bulkActionsOf(type).filter(({ fits, narrow }) => (all ? narrow(matching) : rows.some(fits)))
  const isFiltered = Object.keys(matching).length > 0

  const words = `${formatNumber(count)} selected`

  return (
    <>
      <VisuallyHidden component="output" aria-label="Selected rows">
        {count > 0 ? words : ''}
      </VisuallyHidden>
      {count > 0 && (
        <section className={classes.bar} aria-label="Selection">
          <Text component="span" size="sm" fw={600}>
            {words}
          </Text>
          {!selection.isPageSelected && (
            <Button variant="subtle" size="compact-sm" onClick={selection.selectPage}>
              Select this page
            </Button>
          )}
          {count < total && (
            <Button variant="subtle" size="compact-sm" onClick={selection.selectAll}>
              {`Select all ${formatNumber(total)}${isFiltered ? ' matching' : ''}`}
            </Button>
          )}
          <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
            Clear
          </Button>
          {selection.replaced !== undefined && (
            <ReplacedSelection what={formatCount(selection.replaced, 'row')} onBringBack={selection.undoReplacement} />
          )}
          {fitting.map((action) => (
            <Button
              key={action.action}
              size="compact-sm"
              color={action.danger ? 'red' : undefined}
              onClick={() => whenOnline(() => setAsked(action))}
            >
              {action.label}
            </Button>
          ))}
          {children}
        </section>
      )}
      {asked && (
        <Suspense fallback={null}>
          <BulkDialog {...{ type, list, matching, selection }} action={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  )
}
