import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { frenchCalls, type Unfinished } from '#contract/french-calls.ts'
import { call } from '#web/api/call.ts'
import { whenOnline } from '#web/forms/when-online.ts'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { countOf } from '#web/records/shared/record-words.ts'
import { formatNumber } from '#web/ui/format.ts'
import classes from './french.module.css'

type SelectedFrenchProps = {
  /** Of one kind, at least one. */
  chosen: Unfinished[]
  onClear: () => void
}

/** The bar below the rows: how many are selected, and the button that says that their French is right as it is. */
export function SelectedFrench({ chosen, onClear }: SelectedFrenchProps) {
  const [asked, setAsked] = useState<Unfinished[]>()
  const [first] = asked ?? []
  return (
    <section className={classes.bar} aria-label="Selection">
      <Text component="output" size="sm" fw={600}>
        {`${formatNumber(chosen.length)} selected`}
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={onClear}>
        Clear
      </Button>
      <Button size="compact-sm" onClick={() => whenOnline(() => setAsked(chosen))}>
        Confirm
      </Button>
      {asked && first && (
        <ConfirmChangeDialog
          title="Confirm French"
          text={`Is the French of ${asked.length === 1 ? 'this record' : countOf(first.record_type, asked.length)} right for the English of today? It can be undone.`}
          name={asked.length === 1 ? first.title : ''}
          action="Confirm"
          send={(options) =>
            call(
              frenchCalls.confirm,
              {
                record_type: first.record_type,
                record_ids: asked.map(({ record_id }) => record_id),
                versions: asked.map(({ version }) => version),
              },
              options,
            )
          }
          onSuccess={onClear}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}
