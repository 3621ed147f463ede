import { type AppImage, appImages } from '#contract/app-images.ts'
import { withHelp } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { RecordHistory } from '#web/records/changes/record-history.tsx'
import { DeleteRestoreDialog } from '#web/records/dialogs/delete-restore-dialog.tsx'
import { useRowDialog } from '#web/records/dialogs/use-row-dialog.ts'
import { number, picture, status } from '#web/records/list/columns.tsx'
import { ListScreen } from '#web/records/list/list-screen.tsx'
import { actions, deleteRestoreAction, editAction, historyAction } from '#web/records/list/row-actions.tsx'
import { Picture } from '#web/ui/image/picture.tsx'
import { SliderImageForm } from './slider-image-form.tsx'

// Images have no name; the sequence number identifies them.
const nameOf = (image: AppImage) => `Image ${image.seq_no}`

export function SliderImagesScreen() {
  const { dialog, open, close, missing } = useRowDialog<AppImage>('slider-images', appImages)

  return (
    <ListScreen
      screen={withHelp(screens.sliderImages)}
      name="app_images"
      selectable={nameOf}
      sequence={{ nameOf }}
      list={appImages.list}
      rowHeight={150}
      columns={[
        { ...picture('url', 'Image', nameOf, { width: 227, height: 136 }), flex: 1 },
        number('seq_no', 'Sequence No.'),
        status(),
        actions(nameOf, [editAction(open), deleteRestoreAction(open), historyAction(open)]),
      ]}
      onNew={() => open({ kind: 'new' })}
    >
      {dialog?.kind === 'new' && <SliderImageForm draft={dialog.draft} onClose={close} />}
      {dialog?.kind === 'edit' && <SliderImageForm image={dialog.row} draft={dialog.draft} onClose={close} />}
      <DeleteRestoreDialog
        type="app_images"
        dialog={dialog}
        onClose={close}
        wording={{ title: 'Slider Image', text: 'image' }}
        nameOf={nameOf}
        remove={appImages.delete}
        restore={appImages.restore}
        input={(image) => ({ app_image_id: image._id, version: image.version })}
      >
        <Picture address={dialog?.row?.url} alt="" width={227} height={136} />
      </DeleteRestoreDialog>
      <RecordHistory type="app_images" dialog={dialog} onEdit={open} onClose={close} />
      {missing}
    </ListScreen>
  )
}
