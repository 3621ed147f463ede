import { type AppImage, appImages } from '#contract/app-images.ts'
import { moment, number, ownersStatus, picture } from '#web/records/list/columns/columns.tsx'
import { RecordScreen } from '#web/records/record/record-screen.tsx'
import { Picture } from '#web/ui/image/picture.tsx'
import { SliderImageForm } from './slider-image-form.tsx'

// Images have no name; the sequence number identifies them.
const nameOf = (image: AppImage) => `slider image ${image.seq_no}`

export function SliderImagesScreen() {
  return (
    <RecordScreen
      type="app_images"
      calls={appImages}
      rowHeight={150}
      page={{ named: 'url', nameOf: (image) => `Slider image ${image.seq_no}` }}
      columns={[
        { ...picture('url', 'Image', nameOf, { width: 227, height: 136 }), flex: 1 },
        number('seq_no'),
        ownersStatus(),
        moment('publish_at', 'Publish on'),
        moment('unpublish_at', 'Take down on'),
      ]}
      look={(image) => <Picture address={image?.url} alt="" width={227} height={136} />}
      form={({ record, ...form }) => <SliderImageForm image={record} {...form} />}
    />
  )
}
