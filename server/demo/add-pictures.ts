import type { FileDeps } from '../deps.ts'
import type { OpenChange } from '../records/open-change.ts'
import { asPartOf } from '../records/open-change.ts'
import { appImageRecords } from '../resources/app-images/app-images.service.ts'
import { menuItemRecords } from '../resources/menu-items/menu-items.service.ts'
import { socialMediaRecords } from '../resources/social-medias/social-medias.service.ts'
import { demoLinkIcon, demoLinks, demoMenuIcon, demoSliders } from './pictures.ts'

/** Adds slider images, menu icons and social media links. Call it in a transaction. */
export async function addPictures(deps: FileDeps, change: OpenChange) {
  for (const [index, url] of (await demoSliders()).entries()) {
    const { _id } = await appImageRecords.add(deps, { url, seq_no: index + 1 }, asPartOf(deps.db, change))
    // The winter picture is inactive until the season comes.
    if (index === 4) await appImageRecords.setDeleted(deps.db, _id, { deleted: true }, change)
  }
  const menu = await menuItemRecords.page(deps.db, {})
  for (const { _id, title, seq_no, code } of menu.data) {
    const fields = { title, seq_no, icon: await demoMenuIcon(code) }
    await menuItemRecords.edit(deps, { id: _id, fields }, asPartOf(deps.db, change))
  }
  for (const link of demoLinks) {
    const { name, url, inactive } = link
    const { _id } = await socialMediaRecords.add(
      deps,
      { name, url, icon: await demoLinkIcon(link) },
      asPartOf(deps.db, change),
    )
    if (inactive) await socialMediaRecords.setDeleted(deps.db, _id, { deleted: true }, change)
  }
}
