import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecordType } from '#contract/kinds.ts'
import { type ListState as SavedState, type View, views } from '#contract/views.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { whenOnline } from '#web/forms/when-online.ts'
import { toastError, toastSuccess } from '#web/ui/feedback/toast.ts'
import classes from './view-tabs.module.css'

type EditedViewProps = {
  list: RecordType
  view: View
  /** What the list shows now. */
  state: SavedState
  onShow: (view: View) => void
  onSaveAs: () => void
}

/** Says that a list shows something other than its view, and what can be done about it. Only its owner saves a view. */
export function EditedView({ list, view, state, onShow, onSaveAs }: EditedViewProps) {
  // The view that was changed here: what another window has saved meanwhile is not replaced silently.
  const [base, setBase] = useState<View | undefined>(view)
  const { version } = base && !isSame(base.state, view.state) ? base : view
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(views.save, { list, view_id: view._id, version, state }),
    onSuccess: ({ message, data }) => {
      toastSuccess(message)
      onShow(data)
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) toastError(error.message)
      else if (error.status === 409) {
        setBase(undefined)
        toastError(`“${view.name}” was changed in the meantime. Save overwrites those changes, Reset shows them.`)
      } else if (error.status) toastError(error.message)
    },
  })
  const button = { variant: 'subtle', size: 'compact-sm', disabled: isPending }

  return (
    <fieldset className={classes.edited} aria-label={`Changes of “${view.name}”`}>
      <Text component="output" size="sm" c="dimmed" className={classes.says ?? ''}>
        edited
      </Text>
      {view.is_mine && (
        <Button {...button} loading={isPending} onClick={() => whenOnline(mutate)}>
          Save
        </Button>
      )}
      <Button {...button} onClick={onSaveAs}>
        Save as
      </Button>
      <Button {...button} onClick={() => onShow(view)}>
        Reset
      </Button>
    </fieldset>
  )
}

const isSame = (one: SavedState, other: SavedState) => JSON.stringify(one) === JSON.stringify(other)
