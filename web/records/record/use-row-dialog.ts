import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createElement, useReducer } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { getOf, RecordRow } from '#contract/records.ts'
import { query } from '#web/api/query.ts'
import { useMe } from '#web/api/use-me.ts'
import type { StoredDraft } from '#web/forms/draft-cipher.ts'
import { findOwnDraft, isLate, useDraftsLoaded, useLateDrafts } from '#web/forms/draft-store.ts'
import { type Draft, draftOf, type EarlierVersion } from '#web/forms/drafts.ts'
import { useHasUnsavedForms } from '#web/forms/unsaved-forms.ts'
import { findRow } from '#web/records/list/rows/find-row.ts'
import {
  type DialogAddress,
  hasAddress,
  keyOf,
  readDialogAddress,
  withDialog,
} from '#web/records/shared/dialog-address.ts'
import type { OnClosed } from '#web/ui/dialog/dialog.tsx'
import { MissingRecordDialog } from './missing-record-dialog.tsx'

type DialogRequest<Row, Kind extends string> = { kind: 'new'; row?: undefined } | { kind: Kind; row: Row }
/** The open dialog: its kind, its row, and the draft of its form. */
export type RowDialog<Row, Kind extends string = RecordKind> = DialogRequest<Row, Kind> & { draft: Draft }
type RecordKind = 'edit' | 'duplicate' | 'delete' | 'restore' | 'history'

type GetCall<Row> = ReturnType<typeof getOf<string, z.ZodType<Row>>>
type Resource<Row> = { list: Endpoint; get: GetCall<Row> }

/** The state of the navigation that opened a dialog here, so that closing it goes back. */
type Opened = { opensDialog?: boolean; draft?: string } | null

/** A dialog and the key of its address, if it has one. */
type At<Dialog> = { key: string | undefined; dialog: Dialog }
/** `next` opens once its address is reached. A closed one is kept until its address is left: it is not opened again. */
type State<Dialog> = {
  shown?: (At<Dialog> & { phase: 'open' | 'closing' | 'closed' }) | undefined
  next?: At<Dialog> | undefined
}
type Action<Dialog> = { type: 'show' | 'await'; at: At<Dialog> | undefined } | { type: 'fade' | 'close' }

function reduce<Dialog>({ shown, next }: State<Dialog>, action: Action<Dialog>): State<Dialog> {
  switch (action.type) {
    case 'show':
      return { shown: action.at && { ...action.at, phase: 'open' } }
    case 'await':
      return { shown: shown?.key && shown.phase !== 'closed' ? shown : undefined, next: action.at }
    case 'fade':
      return { shown: shown && { ...shown, phase: 'closing' }, next }
    case 'close':
      return { shown: shown?.key ? { ...shown, phase: 'closed' } : undefined }
  }
}

/**
 * The dialogs of a list screen: which one is open, and for which row. Those for new, edit, duplicate, view and history
 * stand in the address, so Back closes them, and a reload or a shared link opens them, with this tab's draft. `Kind`
 * adds further kinds; `missing` is what to show when an address names a record that is not there.
 */
export function useRowDialog<Row extends RecordRow, Kind extends string = never>(
  screen: string,
  resource: Resource<Row>,
) {
  type Dialog = RowDialog<Row, RecordKind | Kind>
  type AnyRequest = DialogRequest<Row, RecordKind | Kind>
  const admin = useMe()?._id
  const isReady = useDraftsLoaded() && admin !== undefined
  const location = useLocation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const address = readDialogAddress(location.search)
  const key = address && keyOf(address)
  const [{ shown, next }, dispatch] = useReducer(reduce<Dialog>, {})
  const state = location.state as Opened
  const formOf = (to: DialogAddress) => `${screen} ${keyOf(to)}`

  // One without an address, or one that is fading out, stays whatever the address says.
  const stays = shown !== undefined && (!shown.key || shown.key === key || shown.phase === 'closing')
  const isNext = next !== undefined && next.key === key
  const sought = isReady && !stays && !isNext ? address : undefined
  const draft = sought && findDraft(sought)
  const known = sought?.id ? (draft?.record ?? findRow(client, resource.list, sought.id)) : undefined
  const isMissing = sought?.id !== undefined && !known
  const asked = useQuery({
    ...query(resource.get, { [idField(resource.get)]: address?.id ?? '' }),
    enabled: isMissing,
    gcTime: 0,
    meta: { refetchAfterChange: false },
  })

  function findDraft(to: DialogAddress) {
    const edits = to.kind === 'new' || to.kind === 'edit' || to.kind === 'duplicate'
    return edits && admin ? findOwnDraft(admin, formOf(to), state?.draft) : undefined
  }

  const newDraft = (to: DialogAddress | undefined, record?: Row, found?: StoredDraft): Draft =>
    draftOf(
      { admin: to && admin, form: to ? formOf(to) : '', address: location.pathname + withDialog('', to), record },
      found,
    )

  // What the address names, once it is known.
  function dialogAt({ kind, id }: DialogAddress) {
    const row = (known ?? asked.data?.data) as Row | undefined
    return id && !row
      ? undefined
      : ({ kind, row, draft: newDraft({ kind, id } as DialogAddress, row, draft) } as Dialog)
  }

  // What is found late still comes into its form, while nothing is typed there.
  useLateDrafts()
  const isTyped = useHasUnsavedForms()
  const opened = shown?.phase === 'open' && shown.key === key && !isTyped ? shown.dialog : undefined
  const late = opened && address && !opened.draft.values && !opened.draft.version ? findDraft(address) : undefined
  if (opened && address && late && isLate(late)) {
    const row = (late.record as Row | undefined) ?? opened.row
    const dialog = { ...opened, row, draft: newDraft(address, row, late) } as Dialog
    dispatch({ type: 'show', at: { key, dialog } })
  } else if (!stays) {
    const dialog = isNext ? next.dialog : sought && dialogAt(sought)
    if (dialog || shown) dispatch({ type: 'show', at: dialog && { key, dialog } })
  }

  /** Opens a dialog; the form of one starts with `version` instead of the record as it is. */
  function open(request: AnyRequest, version?: EarlierVersion) {
    const { kind, row } = request
    const to = hasAddress(kind) ? ({ kind, id: row?._id } as DialogAddress) : undefined
    const dialog: Dialog = { ...request, draft: { ...newDraft(to, row), version } }
    if (!to) return dispatch({ type: 'show', at: { key: undefined, dialog } })
    dispatch({ type: 'await', at: { key: keyOf(to), dialog } })
    void navigate(
      // The page that is shown, not one that is on its way.
      { pathname: location.pathname, search: withDialog(location.search, to), hash: location.hash },
      {
        replace: address !== undefined,
        state: address ? location.state : { ...(location.state as object), opensDialog: true },
        preventScrollReset: true,
      },
    )
  }

  function leaveAddress() {
    if (!address) return
    if (state?.opensDialog) return void navigate(-1)
    const search = withDialog(location.search, undefined)
    void navigate({ search, hash: location.hash }, { replace: true, preventScrollReset: true })
  }

  const close: OnClosed = Object.assign(
    () => {
      if (shown?.key && shown.phase === 'open') leaveAddress()
      dispatch({ type: 'close' })
    },
    {
      // At once, so that what is done meanwhile starts from the address of the list.
      begins() {
        if (shown && !shown.key) return
        dispatch({ type: 'fade' })
        leaveAddress()
      },
    },
  )

  return {
    dialog: shown && shown.phase !== 'closed' ? shown.dialog : null,
    open,
    close,
    missing:
      isMissing && asked.error && !asked.isFetching
        ? createElement(MissingRecordDialog, {
            error: asked.error,
            onRetry: () => void asked.refetch(),
            // Only when it has closed: without its address it is gone, and the focus with it.
            onClose: leaveAddress,
          })
        : null,
  }
}

const idField = <Row>({ input }: GetCall<Row>) => Object.keys(input.shape)[0] as string
