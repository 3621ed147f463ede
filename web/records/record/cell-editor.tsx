import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { kinds, type RecordType } from '#contract/kinds.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useIdempotencyKey } from '#web/forms/idempotency-key.ts'
import { toastChange } from '#web/records/change/toast-change.tsx'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'
import type { List } from '#web/records/list/state/use-list.ts'
import { DateInput } from '#web/ui/fields/date-field.tsx'
import { asText } from '#web/ui/fields/fields.tsx'
import { isOfInputMethod } from '#web/ui/keys/pressed-key.ts'
import classes from './edit-cell.module.css'
import { type Editable, editOf, fieldsOf } from './editable.ts'

type CellEditorProps = {
  type: RecordType
  field: Editable
  row: ListedRow
  list: List
  onClose: () => void
  onNext: (by: 1 | -1) => void
}

/** The value of a cell while it is edited: checked by the rule of the form, sent with the version that was read. */
export function CellEditor({ type, field, row, list, onClose, onNext }: CellEditorProps) {
  const { field: name, label, type: held, words } = field
  const before = asText(row[name])
  const [value, setValue] = useState(before)
  // What the record is now, where others have changed it since it was read.
  const [base, setBase] = useState(row)
  const [problem, setProblem] = useState<string>()
  const client = useQueryClient()
  const idempotencyKey = useIdempotencyKey()
  const box = useRef<HTMLDivElement>(null)
  const isLeft = useRef(false)
  useEffect(() => {
    const input = box.current?.querySelector<HTMLInputElement>('input:not([type=date]), textarea, select')
    input?.focus()
    if (input?.matches('input, textarea')) input.select()
  }, [])

  const save = useMutation({
    // The list is not read again: its rows would move.
    meta: { changesRecords: false },
    mutationFn: async () => {
      const edit = editOf(type)
      if (!edit) throw new Error(`records of ${type} cannot be edited`)
      const input = { ...fieldsOf(type, base), [name]: value, [kinds[type].key]: row._id, version: base['version'] }
      return idempotencyKey.send(input, (key) => call(edit, input, { idempotencyKey: key }))
    },
    onSuccess(answer) {
      toastChange(answer)
      const { queryKey } = list.rows
      client.setQueryData<{ data: ListedRow[] }>(queryKey, (page) => page && withRow(page, answer.data))
      void client.invalidateQueries({ refetchType: 'none' })
      void client.refetchQueries({ type: 'active', predicate: (query) => query.queryKey[0] !== queryKey[0] })
    },
    onError(error) {
      isLeft.current = false
      const body = error instanceof ApiError ? error.body : undefined
      const current = body?.data as ListedRow | undefined
      if (body?.code === 'edited_meanwhile' && current) {
        setBase(current)
        setProblem(`${body.message} It is now “${asText(current[name])}”. Press Enter to save yours anyway.`)
      } else setProblem(body?.errors?.[name]?.[0] ?? error.message)
    },
  })

  async function leave(then: () => void) {
    if (save.isPending || isLeft.current) return
    if (value === before) {
      isLeft.current = true
      return then()
    }
    const rule = editOf(type)?.input.shape[name] as z.ZodType | undefined
    const refused = rule?.safeParse(value).error
    if (refused) return setProblem(refused.issues[0]?.message)
    isLeft.current = true
    await save.mutateAsync().then(then, () => {})
  }

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.key === 'Escape') {
      isLeft.current = true
      onClose()
    } else if (event.key === 'Enter' && !event.shiftKey && !isOfInputMethod(event.nativeEvent)) {
      event.preventDefault()
      void leave(onClose)
    } else if (event.key === 'Tab') {
      event.preventDefault()
      void leave(() => onNext(event.shiftKey ? -1 : 1))
    }
  }

  const change = (next: string) => {
    setProblem(undefined)
    setValue(next)
  }
  const named = {
    'aria-label': label,
    error: problem,
    errorProps: { className: classes.problem ?? '', role: 'alert' },
    size: 'xs',
  }
  const shared = { ...named, value, readOnly: save.isPending }
  const onType = (event: { currentTarget: { value: string } }) => change(event.currentTarget.value)
  return (
    <div
      ref={box}
      role="presentation"
      className={classes.editor}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (!box.current?.contains(relatedTarget)) void leave(onClose)
      }}
    >
      {words ? (
        <NativeSelect
          {...shared}
          data={Object.entries(words).map(([value, label]) => ({ value, label }))}
          onChange={onType}
        />
      ) : held === 'day' ? (
        <DateInput {...named} value={value} onChange={change} />
      ) : held === 'number' ? (
        <TextInput {...shared} inputMode="numeric" onChange={onType} />
      ) : (
        <Textarea {...shared} autosize minRows={1} maxRows={8} onChange={onType} />
      )}
    </div>
  )
}

/** The page with this row as it is now, at its place. */
const withRow = <Page extends { data: ListedRow[] }>(page: Page, now: ListedRow): Page => ({
  ...page,
  data: page.data.map((row) => (row._id === now._id ? { ...now, srno: row['srno'] } : row)),
})
