import { Button, Stack } from '@mantine/core'
import { History } from 'lucide-react'
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { frenchTypes } from '#contract/french-calls.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import type { RecordRow } from '#contract/records.ts'
import { hasFrench } from '#web/api/settings.ts'
import type { EarlierVersion } from '#web/forms/drafts.ts'
import { goesOn } from '#web/forms/form-keys.ts'
import { useFormLeaving } from '#web/forms/form-leaving.tsx'
import type { FieldsSchema, Filled, Input, useContractForm } from '#web/forms/use-contract-form.ts'
import { History as RecordHistory } from '#web/records/change/history/record-history.tsx'
import { PresenceNotice } from '#web/records/change/presence/presence-notice.tsx'
import { useWidthWithPreview, WithPreview } from '#web/records/preview/with-preview.tsx'
import { labelsOf, namedBy } from '#web/records/shared/labels.ts'
import { apartOf } from '#web/records/shared/row-name.ts'
import { Dialog, type DialogFrame, useDialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { WholeWindow } from '#web/ui/dialog/whole-window.ts'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { FieldRegistryProvider, useFieldRegistry, useHasPendingFields } from '#web/ui/fields/field-registry.tsx'
import { type OnAdded, SmallForms } from './add-in-place.tsx'
import { ConflictView } from './conflict-view.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { focusFirst, focusFirstEmpty, markFirstField, markName, useFormKeys } from './form-focus.ts'
import { useNextNumber } from './next-number.ts'
import { referencesIn } from './references-in.ts'
import { saveRecord } from './save-record.ts'
import { type RecordFormOptions, useRecordForm } from './use-record-form.ts'
import { VersionNotice } from './version-notice.tsx'

// Few people see it, and it brings what compares texts.
const loadCollisions = () => import('./collisions-view.tsx').then((view) => ({ default: view.CollisionsView }))
const CollisionsView = lazy(loadCollisions)

type FormOf<Schema extends FieldsSchema> = ReturnType<typeof useContractForm<Schema, unknown>>['form']

type Save<Schema extends FieldsSchema, Row extends RecordRow> = RecordFormOptions<Schema, Row>['save']

type FormProps<Schema extends FieldsSchema, Row extends RecordRow> = Omit<
  RecordFormOptions<Schema, Row>,
  'shownAs' | 'fieldLabel'
> & {
  title: string
  onClose: () => void
  /** Called with a record that was added, before the form closes. */
  onAdded?: OnAdded | undefined
  /** The label of the button that sends it. */
  action?: string
  /** Offers to go on with another new record after a save: what it starts with, of what was saved. */
  again?: { label?: string; values: (saved: Input<Schema>) => Partial<Filled<Schema>> } | undefined
  /** The width: 'md' for a few short fields, 'xl' for long texts. */
  size?: 'md' | 'xl'
  /** What owners would see of it is shown beside the form. */
  preview?: boolean
  /** 'drawer' for many fields. */
  frame?: DialogFrame
  /**
   * Renders the fields. `record` is the record as last received: after a conflict, the other person's version. Of a
   * copy it is the record that is copied.
   */
  children: (form: FormOf<Schema>, record: Row | undefined) => ReactNode
}

/** A kind has its own titles and calls, which a form replaces where it differs. */
type FormModalProps<Schema extends FieldsSchema, Row extends RecordRow> = Omit<
  FormProps<Schema, Row>,
  'type' | 'title' | 'save'
> &
  (
    | { type: RecordType; title?: string; save?: Save<Schema, Row> }
    | { type?: undefined; title: string; save: Save<Schema, Row> }
  )

/**
 * The dialog for a new or edited record. Save is enabled when all fields are valid; errors of the server appear on top
 * and at the fields; unsaved values survive as a draft; a conflict with somebody else's change is shown.
 */
export function FormModal<Schema extends FieldsSchema, Row extends RecordRow>(props: FormModalProps<Schema, Row>) {
  const { type, record, draft } = props
  const whole = type
    ? { title: `${record ? 'Edit' : 'New'} ${kinds[type].name}`, save: saveRecord(type, record), ...props }
    : props
  // A draft that is found late has another key.
  return <FormOfDraft<Schema, Row> key={draft?.key ?? ''} {...whole} />
}

function FormOfDraft<Schema extends FieldsSchema, Row extends RecordRow>({
  title,
  type,
  onClose,
  onAdded,
  action = 'Save',
  again: another,
  size = 'md',
  preview = false,
  frame = 'modal',
  children,
  ...options
}: FormProps<Schema, Row>) {
  const dialog = useDialog(onClose)
  // One that is added for another form is the only one.
  const again = onAdded ? undefined : another
  const [hasHistory, setHasHistory] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const restored = options.draft?.version ? referencesIn(options.draft.version) : options.draft
  const fields = useFieldRegistry(restored, type && labelsOf(type))
  const record = useRecordForm<Schema, Row>({
    ...options,
    type,
    shownAs: (values) => ({
      title,
      labels: fields.labels(values),
      named: type ? namedBy(type) : [],
      apart: type && options.record ? apartOf(type, options.record) : '',
    }),
    fieldLabel: fields.labelOf,
    onSaved(added) {
      if (onAdded && added) onAdded(added)
      goOn()
    },
  })
  useNextNumber(record, options.record ? undefined : type)
  const hasPendingFields = useHasPendingFields(fields)
  const { conflict } = record
  const widthWithPreview = useWidthWithPreview(preview && !conflict, size)
  // Its French stands beside the English.
  const isTwofold = hasFrench() && frenchTypes.some((one) => one === type)
  const leaving = useFormLeaving(record, dialog.close)
  const formElement = useRef<HTMLFormElement>(null)
  const keys = useFormKeys(formElement, { valid: record.valid, validate: record.form.validate })
  /** What is being saved, where another new record is to follow. */
  const savedFirst = useRef<Input<Schema>>(undefined)
  // While the form is being filled in: a part that could not be loaded at a conflict would take the form with it.
  useEffect(() => void loadCollisions().catch(() => {}), [])

  const backToForm = (choose: () => void) => () => {
    choose()
    focusFirst(formElement)
  }

  function bringBack(version: EarlierVersion) {
    setHasHistory(false)
    fields.restore(referencesIn(version))
    record.bringBack(version)
  }

  const submit = (event: FormEvent) => {
    // A dialog that is fading out has been left or saved.
    if (hasPendingFields || !dialog.opened) event.preventDefault()
    else record.onSubmit(event)
  }
  /** Closes, or goes on with another record. */
  function goOn() {
    const saved = savedFirst.current
    savedFirst.current = undefined
    if (!saved || !again) return dialog.close()
    record.startFrom({ ...options.values(), ...again.values(saved) })
    focusFirstEmpty(formElement)
  }

  function saveAndGoOn() {
    savedFirst.current = record.form.getValues()
    formElement.current?.requestSubmit()
  }

  const form = (
    <form ref={formElement} onSubmit={submit} {...keys} noValidate hidden={Boolean(conflict)} aria-label={title}>
      {record.version ? (
        <VersionNotice version={record.version} onDiscard={backToForm(record.discard)} />
      ) : (
        record.restored && <DraftNotice onDiscard={backToForm(record.discard)} />
      )}
      <FormAlert message={record.alert} />
      <FieldRegistryProvider registry={fields}>
        <WholeWindow value={size === 'xl' ? { isWhole, toggle: () => setIsWhole(!isWhole) } : undefined}>
          <Stack ref={options.from ? markName : markFirstField} {...(size === 'xl' && { flex: '1 0 auto' })}>
            {children(record.form, record.latest ?? options.from)}
          </Stack>
        </WholeWindow>
      </FieldRegistryProvider>
      {type && record.latest && <PresenceNotice type={type} id={record.latest._id} version={record.latest.version} />}
      <DialogFooter close={Boolean(type && record.latest)}>
        {type && record.latest && (
          <Button
            variant="subtle"
            color="gray"
            mr="auto"
            leftSection={<History size={16} aria-hidden />}
            onClick={() => setHasHistory(true)}
            disabled={record.busy}
          >
            History
          </Button>
        )}
        <Button variant="default" onClick={record.busy ? record.stop : leaving.leave}>
          Cancel
        </Button>
        {again && !record.latest && (
          <Button
            variant="default"
            {...goesOn}
            onClick={saveAndGoOn}
            disabled={!record.valid || hasPendingFields || record.busy}
          >
            {again.label ?? 'Save and add another'}
          </Button>
        )}
        <Button
          type="submit"
          onClick={() => {
            savedFirst.current = undefined
          }}
          disabled={!record.valid || hasPendingFields}
          loading={record.busy}
        >
          {action}
        </Button>
      </DialogFooter>
    </form>
  )

  return (
    <Dialog
      title={title}
      dialog={dialog}
      onCloseRequest={leaving.leave}
      locked={record.busy || leaving.isAsking || hasHistory}
      size={widthWithPreview ?? (size === 'md' && (conflict || isTwofold) ? 'lg' : size)}
      frame={frame}
      fills={size === 'xl' && !conflict ? (isWhole ? 'window' : 'height') : undefined}
    >
      <SmallForms>
        {preview && type ? (
          <WithPreview type={type} values={record.form.values} record={record.latest} hidden={Boolean(conflict)}>
            {form}
          </WithPreview>
        ) : (
          form
        )}
      </SmallForms>
      {conflict?.base ? (
        <Suspense fallback={<Loading />}>
          <CollisionsView
            conflict={conflict}
            registry={fields}
            mine={record.form.values}
            base={options.values({ ...conflict.row, ...conflict.base })}
            theirs={options.values(conflict.row)}
            onSave={record.saveChosen}
            onKeepEditing={backToForm(record.keepEditing)}
          />
        </Suspense>
      ) : (
        conflict && (
          <ConflictView
            conflict={conflict}
            registry={fields}
            mine={record.form.values}
            theirs={options.values(conflict.row)}
            onOverwrite={record.overwrite}
            onUseTheirs={backToForm(record.useTheirs)}
            onKeepEditing={backToForm(record.keepEditing)}
          />
        )
      )}
      {leaving.question}
      {hasHistory && type && record.latest && (
        <RecordHistory
          type={type}
          id={record.latest._id}
          onBringBack={bringBack}
          onClose={() => setHasHistory(false)}
        />
      )}
    </Dialog>
  )
}
