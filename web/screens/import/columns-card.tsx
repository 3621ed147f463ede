import { Button, Collapse, Group, NativeSelect, Stack } from '@mantine/core'
import { useId, useState } from 'react'
import { type Matching, matchingWords } from '#contract/import-files.ts'
import { importFields, matchingsOf, type RehearsedType } from '#contract/imports.ts'
import { Card } from '#web/ui/page/card.tsx'
import classes from './import.module.css'
import { columnsInWords, type FileColumn, nameOfColumn, withField } from './words.ts'

type ColumnsCardProps = {
  type: RehearsedType
  columns: FileColumn[]
  /** Whether they differ from those that the rows were checked by. */
  isOther: boolean
  matchBy: Matching | null
  onMatchBy: (matching: Matching | null) => void
  onChange: (columns: FileColumn[]) => void
  onReset: () => void
  onCheck: () => void
}

/** Which column of the file holds which field, and which one identifies records; both can be chosen. */
export function ColumnsCard(props: ColumnsCardProps) {
  const { type, columns, isOther, matchBy, onMatchBy, onChange, onReset, onCheck } = props
  const id = useId()
  const [isOpen, setOpen] = useState(
    columns.every(({ field }) => field === null) || columns.some(({ suggestion }) => suggestion !== null),
  )
  const fields = importFields(type)
  const matchings = matchingsOf(type)
  const choices = [{ value: '', label: 'Not imported' }, ...fields.map(({ field, label }) => ({ value: field, label }))]
  return (
    <Card
      title="Columns"
      text={columnsInWords(columns)}
      actions={
        <Button variant="default" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide columns' : 'Choose columns'}
        </Button>
      }
    >
      <Collapse id={id} expanded={isOpen} transitionDuration={0}>
        {isOpen && (
          <ul className={classes.columns} style={{ marginTop: 16 }} aria-label="Columns of the file">
            {columns.map((column) => (
              <li key={column.number}>
                <NativeSelect
                  label={nameOfColumn(column)}
                  description={column.samples.join(' · ') || 'No values in the first rows'}
                  styles={{ description: { overflowWrap: 'anywhere' } }}
                  data={choices}
                  value={column.field ?? ''}
                  onChange={({ currentTarget }) =>
                    onChange(withField(columns, column.key, currentTarget.value || null))
                  }
                />
                {column.suggestion && column.field === null && (
                  <Button
                    mt={4}
                    variant="subtle"
                    size="compact-sm"
                    onClick={() => onChange(withField(columns, column.key, column.suggestion))}
                  >
                    Perhaps {fields.find(({ field }) => field === column.suggestion)?.label}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {isOpen && matchings.length > 0 && (
          <Stack mt="md" maw={360}>
            <NativeSelect
              label="Match by"
              description="What tells which record a row is about, where it has no _id."
              data={[
                { value: '', label: 'What is unique, else all cells' },
                ...matchings.map((value) => ({ value, label: matchingWords[value] })),
              ]}
              value={matchBy ?? ''}
              onChange={({ currentTarget }) => onMatchBy((currentTarget.value || null) as Matching | null)}
            />
          </Stack>
        )}
        <Group mt="md" gap="xs">
          <Button disabled={!isOther} onClick={onCheck}>
            Check the rows with these columns
          </Button>
          {isOther && (
            <Button variant="subtle" onClick={onReset}>
              Reset
            </Button>
          )}
        </Group>
      </Collapse>
    </Card>
  )
}
