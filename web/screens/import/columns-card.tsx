import { Button, Collapse, Group, NativeSelect } from '@mantine/core'
import { useId, useState } from 'react'
import { type ImportType, importFields } from '#contract/imports.ts'
import { Card } from '#web/ui/page/card.tsx'
import classes from './import.module.css'
import { columnsInWords, type FileColumn, nameOfColumn, withField } from './words.ts'

type ColumnsCardProps = {
  type: ImportType
  columns: FileColumn[]
  /** They are not those by which the rows were checked. */
  isOther: boolean
  onChange: (columns: FileColumn[]) => void
  onReset: () => void
  onCheck: () => void
}

/** Which column of the file holds which field, which can be chosen. */
export function ColumnsCard({ type, columns, isOther, onChange, onReset, onCheck }: ColumnsCardProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(columns.every(({ field }) => field === null))
  const choices = [
    { value: '', label: 'Not imported' },
    ...importFields(type).map(({ field, label }) => ({ value: field, label })),
  ]
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
                  data={choices}
                  value={column.field ?? ''}
                  onChange={({ currentTarget }) =>
                    onChange(withField(columns, column.key, currentTarget.value || null))
                  }
                />
              </li>
            ))}
          </ul>
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
