import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createElement, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { getOf, RecordRow } from '#contract/records.ts'
import { query } from '#web/api/query.ts'
import { useMe } from '#web/api/use-me.ts'
import { findOwnDraft, type StoredDraft, useDraftsLoaded } from '#web/forms/draft-store.ts'
import { type Draft, draftOf, type EarlierVersion } from '#web/forms/drafts.ts'
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

/** A dialog at an address. While it fades out, and until the address has changed, it is not opened again. */
type Shown<Dialog> = { key: string; dialog: Dialog; state: 'open' | 'closing' | 'closed' }

/**
 * The dialogs of a list screen: which one is open, and for which row. Those for new, edit, duplicate, view and history stand
 * in the address, so Back closes them, and a reload or a shared link opens them, with this tab's draft. `Kind` adds further
 * kinds; `missing` is what to show when an address names a record that is not there.
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
  // Those without an address.
  const [local, setLocal] = useState<Dialog | null>(null)
  const [opened, setOpened] = useState<{ key: string; dialog: Dialog } | null>(null)
  const [shown, setShown] = useState<Shown<Dialog> | null>(null)
  const state = location.state as Opened
  const formOf = (address: DialogAddress) => `${screen} ${keyOf(address)}`

  const isShown = shown !== null && shown.key === key
  const isOpening = opened !== null && opened.key === key
  const draft = isReady && address && !isShown ? findDraft(address) : undefined
  const known =
    address?.id && !isShown && !isOpening ? (draft?.record ?? findRow(client, resource.list, address.id)) : undefined
  const isMissing = isReady && !isShown && !isOpening && address?.id !== undefined && !known
  const asked = useQuery({
    ...query(resource.get, { [idField(resource.get)]: address?.id ?? '' }),
    enabled: isMissing,
    gcTime: 0,
    meta: { refetchAfterChange: false },
  })

  function findDraft({ kind, id }: DialogAddress) {
    const edits = kind === 'new' || kind === 'edit' || kind === 'duplicate'
    return edits && admin ? findOwnDraft(admin, formOf({ kind, id } as DialogAddress), state?.draft) : undefined
  }

  const newDraft = (address: DialogAddress | undefined, record?: Row, found?: StoredDraft): Draft =>
    draftOf(
      {
        admin: address && admin,
        form: address ? formOf(address) : '',
        address: location.pathname + withDialog('', address),
        record,
      },
      found,
    )

  // What the address names, once it is known.
  function dialogAt(address: DialogAddress): Dialog | undefined {
    if (opened && opened.key === keyOf(address)) return opened.dialog
    if (!isReady) return undefined
    if (address.kind === 'new') return { kind: 'new', draft: newDraft(address, undefined, draft) } as Dialog
    const row = (known ?? asked.data?.data) as Row | undefined
    return row && ({ kind: address.kind, row, draft: newDraft(address, row, draft) } as Dialog)
  }

  if (shown && !isShown && shown.state !== 'closing') {
    setShown(null)
    if (!isOpening) setOpened(null)
  } else if (address && key && !shown) {
    const dialog = dialogAt(address)
    if (dialog) setShown({ key, dialog, state: 'open' })
  }

  /** Opens a dialog; the form of one starts with `version` instead of the record as it is. */
  function open(request: AnyRequest, version?: EarlierVersion) {
    const { kind, row } = request
    const to = hasAddress(kind) ? ({ kind, id: row?._id } as DialogAddress) : undefined
    const dialog: Dialog = { ...request, draft: { ...newDraft(to, row), version } }
    if (!to) return setLocal(dialog)
    setLocal(null)
    if (shown?.state === 'closed') setShown(null)
    setOpened({ key: keyOf(to), dialog })
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
      if (!local && shown?.state === 'open') leaveAddress()
      setLocal(null)
      setOpened(null)
      // Until the address says so as well.
      if (!local && shown) setShown({ ...shown, state: 'closed' })
    },
    {
      // At once, so that what is done meanwhile starts from the address of the list.
      begins() {
        if (local) return
        if (shown) setShown({ ...shown, state: 'closing' })
        leaveAddress()
      },
    },
  )

  return {
    dialog: local ?? (shown?.state === 'closing' || (isShown && shown.state === 'open') ? shown.dialog : null),
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
