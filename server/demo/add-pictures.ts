import type { FileDeps } from '../deps.ts'
import type { OpenChange } from '../records/open-change.ts'
import { addAppImage, setAppImageDeleted } from '../resources/app-images/app-images.service.ts'
import { listMenuItems } from '../resources/menu-items/menu-items.repository.ts'
import { editMenuItem } from '../resources/menu-items/menu-items.service.ts'
import { addSocialMedia, setSocialMediaDeleted } from '../resources/social-medias/social-medias.service.ts'
import { demoLinkIcon, demoLinks, demoMenuIcon, demoSliders } from './pictures.ts'

/** Adds slider images, menu icons and social media links. Call it in a transaction. */
export async function addPictures(deps: FileDeps, change: OpenChange) {
  for (const [index, url] of (await demoSliders()).entries()) {
    const { _id } = await addAppImage(deps, { url, seq_no: index + 1 }, change)
    // The winter picture is inactive until the season comes.
    if (index === 4) await setAppImageDeleted(deps.db, _id, undefined, true, change)
  }
  const menu = await listMenuItems(deps.db, {})
  for (const { _id, title, seq_no, code } of menu.data) {
    await editMenuItem(deps, _id, undefined, { title, seq_no, icon: await demoMenuIcon(code) }, change)
  }
  for (const link of demoLinks) {
    const { name, url, inactive } = link
    const { _id } = await addSocialMedia(deps, { name, url, icon: await demoLinkIcon(link) }, change)
    if (inactive) await setSocialMediaDeleted(deps.db, _id, undefined, true, change)
  }
}
