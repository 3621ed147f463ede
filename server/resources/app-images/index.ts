import { appImages } from '#contract/app-images.ts'
import { content } from '#contract/owner/content.ts'
import { publishedToAll } from '../records/published.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { appImageList } from './app-images.repository.ts'
import { appImageRecords } from './app-images.service.ts'

export const servedAppImages: ServedKind<'app_images'> = {
  list: appImageList,
  serve: (app, deps) => serveRecords(app, deps, appImages, appImageRecords),
  publish: (app, deps) => publishedToAll(app, deps, content.sliderImages, appImageList),
}
