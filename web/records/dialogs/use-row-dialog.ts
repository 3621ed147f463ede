import { useState } from 'react'
import { useMe } from '#web/api/use-me.ts'
import { type Draft, draftOf, type EarlierVersion, readDraft } from '#web/forms/drafts.ts'

type DialogRequest<Row, Kind extends string> = { kind: 'new'; row?: undefined } | { kind: Kind; row: Row }
/** The open dialog: its kind, its row, and the draft of its form. */
export type RowDialog<Row, Kind extends string = RecordKind> = DialogRequest<Row, Kind> & { draft: Draft }
type RecordKind = 'edit' | 'delete' | 'restore' | 'history'

/**
 * The state of the dialogs of a list screen: which one is open, and for which row. At first it opens the dialog of an
 * existing draft. `Kind` adds further kinds to new, edit, delete, restore and history.
 */
export function useRowDialog<Row, Kind extends string = never>(screen: string) {
  type Dialog = RowDialog<Row, RecordKind | Kind>
  type AnyRequest = DialogRequest<Row, RecordKind | Kind>
  const adminId = useMe()?._id
  const [dialog, setDialog] = useState<Dialog | null>(null)
  // The page may be there before the administrator is known.
  const [searchedFor, setSearchedFor] = useState<string>()
  if (adminId && searchedFor !== adminId) {
    setSearchedFor(adminId)
    const found = readDraft<AnyRequest>(adminId, screen)
    if (found) setDialog({ ...found.about, draft: draftOf(adminId, screen, found.about, found) })
  }

  return {
    dialog,
    /** Opens a dialog; the form of one starts with `version` instead of the record as it is. */
    open: (request: AnyRequest, version?: EarlierVersion) =>
      setDialog({ ...request, draft: { ...draftOf(adminId, screen, request), version } }),
    close: () => setDialog(null),
  }
}
