import { MENU_ICON_KILOBYTES, type MenuItem, menuItemFields, menuItems } from '#contract/menu-items.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { useUpload } from '#web/forms/use-upload.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { WithFrench } from '#web/shared-forms/with-french.tsx'
import { NumberField, TextField } from '#web/ui/fields/fields.tsx'
import { ImageField } from '#web/ui/image/image-field.tsx'
import { Picture } from '#web/ui/image/picture.tsx'

export function AppMenuForm({ item, draft, onClose }: { item: MenuItem; draft: Draft; onClose: () => void }) {
  const { uploaded, upload } = useUpload()
  return (
    <FormModal
      preview
      type="menu_items"
      schema={menuItemFields}
      record={item}
      values={(record = item) => ({
        title: record.title,
        title_fr: record.title_fr,
        seq_no: String(record.seq_no),
        icon: undefined,
      })}
      save={(fields, { version, ...options }) =>
        upload(fields.icon, options, (sending) =>
          call(menuItems.edit, { ...fields, code: item.code, menu_item_id: item._id, version }, sending),
        )
      }
      draft={draft}
      onClose={onClose}
    >
      {(form, record) => (
        <>
          <WithFrench form={form} name="title" type="menu_items" record={item}>
            {(field) => <TextField form={form} {...field} />}
          </WithFrench>
          <NumberField form={form} name="seq_no" />
          <ImageField
            form={form}
            name="icon"
            label="Icon"
            optional
            current={record?.icon}
            preview={(address) => <Picture address={address} alt="" width={88} height={88} />}
            note="PNG, 100x100 to 150x150 pixels"
            accept="image/png"
            fit={{ width: 150, height: 150, type: 'image/png', maxBytes: MENU_ICON_KILOBYTES * 1024 }}
            uploaded={uploaded}
          />
        </>
      )}
    </FormModal>
  )
}
