import { z } from 'zod'
import { nameText, optionalWebAddress, webAddress } from './fields.ts'
import { pngImage } from './file-fields.ts'
import { frenchState } from './french.ts'
import { column, recordKind } from './kind.ts'
import { recordCallsOf } from './record-calls.ts'
import { record } from './records.ts'

export const socialMediaKind = recordKind({
  noun: ['social media link', 'social media links'],
  name: 'Social Media',
  entity: 'Social media data',
  asked: 'social media',
  key: 'social_media_id',
  tag: 'Social Media',
  about: 'Links to social media, with their icons.',
  help: 'The links to social networks that the app shows.',
  columns: {
    name: column.keyed('Name', 'owners', 'Facebook'),
    url: column.inFrench(column.keyed('URL', 'owners', 'https://www.facebook.com/cedarhollowrv')),
    icon_file: column.picture('Icon', 'owners', 'icon'),
  },
  title: ['name'],
  disambiguatedBy: [],
  bulk: ['delete', 'restore'],
  set: [],
})

export const SOCIAL_ICON_KILOBYTES = 100

export const socialMediaFields = z.object({
  name: nameText(50),
  url: webAddress('URL cannot be empty.', 'Invalid URL, please enter the valid URL.', 250),
  url_fr: optionalWebAddress('Invalid URL, please enter the valid URL.', 250),
  icon: pngImage(SOCIAL_ICON_KILOBYTES),
})
/** An edit may leave the icon out to keep it. */
export const socialMediaChanges = socialMediaFields.partial({ icon: true })
export const socialMedia = record.extend({
  name: z.string().meta({ description: 'What the network is called.' }),
  url: z.string().meta({ description: 'The address of the profile there.' }),
  url_fr: z.string(),
  ...frenchState,
  icon: z.string().meta({ description: 'The address of the picture.' }),
})
export type SocialMedia = z.output<typeof socialMedia>

export const socialMedias = {
  ...recordCallsOf('admin/social_medias', socialMediaKind, {
    fields: socialMediaFields,
    changes: socialMediaChanges,
    row: socialMedia,
    multipart: true,
  }),
}
