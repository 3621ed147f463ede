import { type SocialMedia, socialMedias } from '#contract/social-medias.ts'
import { withHelp } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { RecordHistory } from '#web/records/changes/record-history.tsx'
import { DeleteRestoreDialog } from '#web/records/dialogs/delete-restore-dialog.tsx'
import { useRowDialog } from '#web/records/dialogs/use-row-dialog.ts'
import { picture, rowNumber, status, text } from '#web/records/list/columns.tsx'
import { ListScreen } from '#web/records/list/list-screen.tsx'
import { actions, deleteRestoreAction, editAction, historyAction } from '#web/records/list/row-actions.tsx'
import { SocialMediaForm } from './social-media-form.tsx'

const nameOf = (socialMedia: SocialMedia) => socialMedia.name

export function SocialMediaScreen() {
  const { dialog, open, close, missing } = useRowDialog<SocialMedia>('social-media', socialMedias)

  return (
    <ListScreen
      screen={withHelp(screens.socialMedia)}
      name="social_medias"
      selectable={nameOf}
      list={socialMedias.list}
      rowHeight={50}
      columns={[
        rowNumber(),
        picture('icon', 'Icon', (link: SocialMedia) => `Icon of ${link.name}`, { width: 40, height: 40 }),
        text('name', 'Name'),
        text('url', 'URL', { flex: 2, minWidth: 200 }),
        status(),
        actions(nameOf, [editAction(open), deleteRestoreAction(open), historyAction(open)]),
      ]}
      onNew={() => open({ kind: 'new' })}
    >
      {dialog?.kind === 'new' && <SocialMediaForm draft={dialog.draft} onClose={close} />}
      {dialog?.kind === 'edit' && <SocialMediaForm socialMedia={dialog.row} draft={dialog.draft} onClose={close} />}
      <DeleteRestoreDialog
        type="social_medias"
        dialog={dialog}
        onClose={close}
        wording={{ title: 'Social Media', text: 'social media' }}
        nameOf={nameOf}
        remove={socialMedias.delete}
        restore={socialMedias.restore}
        input={(socialMedia) => ({ social_media_id: socialMedia._id, version: socialMedia.version })}
      />
      <RecordHistory type="social_medias" dialog={dialog} onEdit={open} onClose={close} />
      {missing}
    </ListScreen>
  )
}
