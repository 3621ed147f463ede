import { Button, Checkbox, Collapse, Group, NativeSelect, NumberInput, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { type Encoding, encodings, encodingWords, type Reading } from '#contract/import-files.ts'
import type { Rehearsal } from '#contract/imports.ts'
import { formatCount } from '#web/ui/format.ts'
import { Card } from '#web/ui/page/card.tsx'
import classes from './import.module.css'

type ReadingChoicesProps = {
  rehearsal: Rehearsal
  /** Reads the file in another way; undefined if this page no longer has it. */
  onRead: ((reading: Reading) => void) | undefined
}

/** How a file was read, which can be chosen. */
export function ReadingChoices({ rehearsal, onRead }: ReadingChoicesProps) {
  const { encoding, sheet, sheets, head_row, hidden_rows, with_hidden } = rehearsal
  const id = useId()
  const [isOpen, setOpen] = useState(hidden_rows > 0 && !with_hidden)
  const asRead: Reading = {
    head_row,
    with_hidden,
    ...(encoding && { encoding }),
    ...(sheet !== null && { sheet }),
  }
  const [chosen, setChosen] = useState(asRead)
  const isOther = (Object.keys(asRead) as (keyof Reading)[]).some((key) => asRead[key] !== chosen[key])
  const choose = (more: Reading) => setChosen({ ...chosen, ...more })
  return (
    <Card
      title="How the file was read"
      text={readingInWords(rehearsal)}
      actions={
        <Button variant="default" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Read it otherwise'}
        </Button>
      }
    >
      <Collapse id={id} expanded={isOpen} transitionDuration={0}>
        {isOpen && (
          <>
            <div className={classes.columns} style={{ marginTop: 16 }}>
              {encoding && (
                <NativeSelect
                  label="Encoding"
                  description="Choose another one where accents look wrong."
                  data={encodings.map((value) => ({ value, label: encodingWords[value] }))}
                  value={chosen.encoding ?? encoding}
                  onChange={({ currentTarget }) => choose({ encoding: currentTarget.value as Encoding })}
                />
              )}
              {sheets.length > 1 && (
                <NativeSelect
                  label="Sheet"
                  data={sheets}
                  value={chosen.sheet ?? ''}
                  onChange={({ currentTarget }) => choose({ sheet: currentTarget.value })}
                />
              )}
              <NumberInput
                label="Row with the headings"
                min={1}
                allowDecimal={false}
                value={chosen.head_row ?? 1}
                onChange={(row) => choose({ head_row: Number(row) || 1 })}
              />
            </div>
            {(hidden_rows > 0 || with_hidden) && (
              <Checkbox
                mt="md"
                label={`Bring in ${formatCount(hidden_rows, 'hidden row')} too`}
                checked={chosen.with_hidden ?? false}
                onChange={({ currentTarget }) => choose({ with_hidden: currentTarget.checked })}
              />
            )}
            <Group mt="md" gap="sm">
              <Button disabled={!isOther || !onRead} onClick={() => onRead?.(chosen)}>
                Read the file again
              </Button>
              {!onRead && <Text size="sm">Please choose the file again to read it otherwise.</Text>}
            </Group>
          </>
        )}
      </Collapse>
    </Card>
  )
}

function readingInWords({ encoding, sheet, sheets, head_row, hidden_rows, with_hidden }: Rehearsal) {
  const parts = [
    ...(encoding ? [`Its text is ${encodingWords[encoding]}.`] : []),
    ...(sheet !== null && sheets.length > 1 ? [`The table is in the sheet “${sheet}”.`] : []),
    `The headings are in row ${head_row}.`,
    ...(hidden_rows > 0
      ? [
          with_hidden
            ? `${formatCount(hidden_rows, 'hidden row')} came in too.`
            : `${formatCount(hidden_rows, 'hidden row')} stayed out.`,
        ]
      : []),
  ]
  return parts.join(' ')
}
