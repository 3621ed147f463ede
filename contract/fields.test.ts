import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { forgotPasswordFields, loginFields, passwordFields, profileFields, resetPasswordFields } from './account.ts'
import { inviteFields } from './administrators.ts'
import { appImageChanges, appImageFields } from './app-images.ts'
import { savedAudienceFields } from './audiences.ts'
import { calls } from './calls.ts'
import { unitFields } from './campaign-units.ts'
import { campaignFields } from './campaigns.ts'
import { checklistFields } from './checklists.ts'
import { cmsPageFields, newCmsPage } from './cms-pages.ts'
import { dealerFields } from './dealers.ts'
import { imageMessages } from './file-fields.ts'
import { DUE_TOO_EARLY, fieldsDueAfter, maintenanceItemFields, todayIn } from './maintenance-items.ts'
import { manualPageFields, manualPages } from './manual-pages.ts'
import { manualFields, manuals } from './manuals.ts'
import { EXPECT_ALL } from './matching.ts'
import { menuItemFields } from './menu-items.ts'
import { notificationFields, sendFields } from './message-fields.ts'
import { modelFields } from './models.ts'
import { ownerAccount, registerFields } from './owner/account.ts'
import { requestFields } from './privacy.ts'
import { rvTypeFields } from './rv-types.ts'
import { lastSixOfVin, rvFields } from './rvs.ts'
import { socialMediaChanges, socialMediaFields } from './social-medias.ts'
import { subTopicFields } from './sub-topics.ts'
import { templateFields } from './templates.ts'
import { topicFields } from './topics.ts'
import { viewFields } from './views.ts'
import { vinPatternFields } from './vin-patterns.ts'
import { yearFields } from './years.ts'

const long = (length: number) => 'x'.repeat(length)
const png = (bytes: number, type = 'image/png') => new File([new Uint8Array(bytes)], 'picture.png', { type })

/** The message on `field`, or null if the schema accepts the value. */
function messageOn(schema: z.ZodType, fields: object, field: string) {
  const { error } = schema.safeParse(fields)
  return error?.issues.find(({ path }) => path.join('.') === field)?.message ?? null
}

const reset = { email: 'ada@example.com', otp: '123456', new_password: 'secret-1', confirm_password: 'secret-1' }
const PREFIX = 'Please enter 3 to 17 letters and digits, without I, O and Q; * stands for any one.'
const vinPattern = { prefix: '5ZT2', cat_id: 'c', year_id: null, model_id: null }
const unit = { campaign_id: 'c', vin: '1FDXE4FS6GD310312' }
const campaign = { number: '27V-101', type: 'service', title: 'Gas line', decided_on: '2026-05-04' }
const template = { name: 'Recall', title: 'Recall', description: 'Please call.', purpose: 'safety' }
const savedAudience = { name: 'Owners', audience: { field: 'has_rv', op: 'eq', value: true } }
const rvType = { name: 'Travel Trailer', seq_no: '1' }
const model = { cat_id: 'c', year_id: 'y', name: '2175', seq_no: 1, description: 'A trailer' }

const subTopic = { topic_id: 't', name: 'Fuses', seq_no: 1 }
const item = { reminder_name: 'Roof', item_name: 'Sealant', due_date: '2027-03-01', note: 'Look for cracks.' }
const aView = { list: 'users', name: 'Inactive', state: {} }
const MEGABYTE = 1024 * 1024
const pdf = (bytes: number) => new File([new Uint8Array(bytes)], 'guide.pdf', { type: 'application/pdf' })
const manual = { category: 'c', year: 'y' }
const newPdf = { manual_id: 'm', file: pdf(10) }
const manualPage = { manual_id: 'm', topic_id: 't', subtopic_id: 's', content: '' }
const slider = { url: png(10), seq_no: 1 }
const menuItem = { title: 'Manuals', seq_no: 1 }
const social = { name: 'Facebook', url: 'https://facebook.example/cedar-hollow', icon: png(10) }

const cmsPage = { title: 'About', content: '', code: 'about' }
const rv = { category: 'c', year: 'y', model: 'm', vin: '123456' }
const note = { title: 'Recall', description: 'Please call.', user_ids: ['u'] }
const owner = { name: 'Grace', email: 'a@b.co', password: 'secret-1!' }

const dealer = {
  type: 'both',
  active_lines: 'TT/TC',
  name: 'Northgate RV',
  address: '400 J Street',
  city: 'Sacramento',
  state: 'California',
  country: 'United States',
  hour_sales: 'Mon-Sat 9-6',
  hour_service: 'Mon-Fri 8-5',
  hour_parts: 'Mon-Fri 8-5',
  latitude: '38.58',
  longitude: -121.49,
}
const NO_STATE = 'Please choose an address, or move the marker, to fill in the state.'

const EMAIL_EMPTY = 'Email address cannot be empty.'
const EMAIL_INVALID = 'Invalid email address, please enter the valid email address'
const CRITERIA = 'Password entry does not meet criteria.'
const OTP_INVALID = 'Invalid OTP, please enter the valid OTP'
const SEQ_EMPTY = 'Sequence number cannot be empty.'
const SEQ_INVALID = 'Invalid sequence number, please enter the valid sequence number.'

const ONLY_PNG = 'Upload valid image. Only PNG are allowed.'
const ONLY_JPEG_OR_PNG = 'Upload valid image. Only JPG, JPEG or PNG are allowed.'
const GIF = `${ONLY_JPEG_OR_PNG} This is a GIF picture. Open it in a picture program and save it as JPEG.`
const OVER_100_KB = 'File size should not be more than 100 KB'
const OVER_300_KB = 'File size should not be more than 300 KB'
const UNKEEPABLE = 'Some of these characters cannot be used here.'
const URL_INVALID = 'Invalid URL, please enter the valid URL.'

type Case = [schema: z.ZodType, valid: object, field: string, value: unknown, message: string | null]

const cases: Case[] = [
  [dealerFields, dealer, 'type', '', 'Please select type'],
  [dealerFields, dealer, 'type', undefined, 'Please select type'],
  [dealerFields, dealer, 'type', 'shop', 'Please select type'],
  [dealerFields, dealer, 'type', 'service', null],
  [dealerFields, dealer, 'active_lines', '', 'Please select active lines'],
  [dealerFields, dealer, 'active_lines', 'NONE', null],
  [dealerFields, dealer, 'name', '', 'Name cannot be empty.'],
  [dealerFields, dealer, 'name', long(61), 'Please use at most 60 characters.'],
  [dealerFields, dealer, 'address', ' ', 'Address cannot be empty.'],
  [dealerFields, dealer, 'city', '', 'City cannot be empty.'],
  [dealerFields, dealer, 'state', '', NO_STATE],
  [dealerFields, dealer, 'country', '', NO_STATE.replace('state', 'country')],
  [dealerFields, dealer, 'zip', '', null],
  [dealerFields, dealer, 'hour_sales', '', 'Hour Sales cannot be empty.'],
  [dealerFields, dealer, 'hour_service', '', 'Hour Service cannot be empty.'],
  [dealerFields, dealer, 'hour_parts', '', 'Hour Parts cannot be empty.'],
  [dealerFields, dealer, 'hour_parts', long(101), 'Please use at most 100 characters.'],
  [dealerFields, dealer, 'phone', '', null],
  [dealerFields, dealer, 'phone', '(916) 555-01000', null],
  [dealerFields, dealer, 'phone', '(916) 555-010000', 'Phone Number should contain minimum 15 digits.'],
  [dealerFields, dealer, 'phone', '+1 916 555', 'Invalid phone number, please enter the valid phone number.'],
  [dealerFields, dealer, 'tollfree', '1-800-555-010000', 'Toll Free Number should contain maximum 15 digits.'],
  [
    dealerFields,
    dealer,
    'tollfree',
    '800-CAMPING',
    'Invalid toll free number, please enter the valid toll free number.',
  ],
  [dealerFields, dealer, 'logo', png(10, 'image/gif'), GIF],
  [dealerFields, dealer, 'logo', png(307_201, 'image/heic'), `${ONLY_JPEG_OR_PNG} ${imageMessages.heic('JPEG')}`],
  [dealerFields, dealer, 'logo', new File(['x'], 'IMG_1.HEIC'), `${ONLY_JPEG_OR_PNG} ${imageMessages.heic('JPEG')}`],
  [dealerFields, dealer, 'logo', png(10, 'text/plain'), ONLY_JPEG_OR_PNG],
  [dealerFields, dealer, 'logo', png(10, 'image/apng'), null],
  // A browser knows no type for a name without an extension.
  [dealerFields, dealer, 'logo', png(10, ''), null],
  [dealerFields, dealer, 'logo', png(307_201, ''), 'File size should not be more than 300 KB'],
  [dealerFields, dealer, 'logo', png(307_201), 'File size should not be more than 300 KB'],
  [dealerFields, dealer, 'logo', png(307_200, 'image/jpeg'), null],
  [dealerFields, dealer, 'latitude', '', 'Please enter a latitude from -90 to 90.'],
  [dealerFields, dealer, 'latitude', '91', 'Please enter a latitude from -90 to 90.'],
  [dealerFields, dealer, 'latitude', '1e1', 'Please enter a latitude from -90 to 90.'],
  [dealerFields, dealer, 'latitude', 1e-7, null],
  [dealerFields, dealer, 'longitude', Number.NaN, 'Please enter a longitude from -180 to 180.'],
  [dealerFields, dealer, 'longitude', '-180', null],
  [loginFields, { email: 'a@b.co', password: 'x' }, 'email', '', EMAIL_EMPTY],
  [loginFields, { email: 'a@b.co', password: 'x' }, 'email', undefined, EMAIL_EMPTY],
  [loginFields, { email: 'a@b.co', password: 'x' }, 'email', '  ', EMAIL_EMPTY],
  [loginFields, { email: 'a@b.co', password: 'x' }, 'email', 'nobody', EMAIL_INVALID],
  [loginFields, { email: 'a@b.co', password: 'x' }, 'email', 'two@at@signs.com', EMAIL_INVALID],
  [loginFields, { email: 'a@b.co', password: 'x' }, 'email', `${long(250)}@b.co`, EMAIL_INVALID],
  [loginFields, { email: 'a@b.co', password: 'x' }, 'email', ' ada@example.com ', null],
  ...[
    'r&d@example.com',
    'test@xn--e1afmkfd.xn--p1ai',
    "o'neil.$x!#%*/=?^_`{|}~-@example.co.uk",
    `${long(64)}@example.com`,
    '\u200eada@example.com\u202c',
    'ada@ex\u2011ample.com\u00a0',
    '\ufeffada\u200b@example.com',
  ].map((email): Case => [loginFields, { password: 'x' }, 'email', email, null]),
  ...[
    `${long(65)}@example.com`,
    'ada@iana-.com',
    'ada@-iana.com',
    `ada@${long(64)}.com`,
    'ada@example.c',
    'ada@example.123',
    'ada@example.xn--',
    'ada..b@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'ada b@example.com',
    'ada@example..com',
    `ada@${`${long(60)}.`.repeat(5)}com`,
  ].map((email): Case => [loginFields, { password: 'x' }, 'email', email, EMAIL_INVALID]),
  [loginFields, { password: 'x' }, 'email', '\u200e', EMAIL_EMPTY],
  [loginFields, { email: 'a@b.co', password: 'x' }, 'password', '', 'Password cannot be empty.'],
  [loginFields, { email: 'a@b.co', password: 'x' }, 'password', undefined, 'Password cannot be empty.'],
  [loginFields, { email: 'a@b.co', password: 'x' }, 'password', 'any', null],
  [forgotPasswordFields, {}, 'email', '', EMAIL_EMPTY],
  [resetPasswordFields, reset, 'otp', '', 'OTP cannot be empty.'],
  [resetPasswordFields, reset, 'otp', undefined, 'OTP cannot be empty.'],
  [resetPasswordFields, reset, 'otp', '123', 'OTP should contain minimum 4 digits.'],
  [resetPasswordFields, reset, 'otp', '12a4', OTP_INVALID],
  [resetPasswordFields, reset, 'otp', '1234567', OTP_INVALID],
  [resetPasswordFields, reset, 'otp', '1234', null],
  [resetPasswordFields, reset, 'new_password', '', 'Password cannot be empty.'],
  [resetPasswordFields, reset, 'new_password', 'short-1', CRITERIA],
  [resetPasswordFields, reset, 'new_password', 'no-digits-here!', CRITERIA],
  [resetPasswordFields, reset, 'new_password', 'nospecial1', CRITERIA],
  [resetPasswordFields, reset, 'new_password', 'NO-LOWER-1!', CRITERIA],
  [resetPasswordFields, reset, 'new_password', `a1!${long(126)}`, CRITERIA],
  [resetPasswordFields, { ...reset, confirm_password: 'пароль-1!' }, 'new_password', 'пароль-1!', null],
  [resetPasswordFields, reset, 'confirm_password', '', 'Confirm Password cannot be empty.'],
  [resetPasswordFields, reset, 'confirm_password', undefined, 'Confirm Password cannot be empty.'],
  [resetPasswordFields, reset, 'confirm_password', 'other', 'New Password and Confirm Password does not match.'],
  [
    resetPasswordFields,
    { ...reset, otp: '' },
    'confirm_password',
    'other',
    'New Password and Confirm Password does not match.',
  ],
  [profileFields, {}, 'name', '', 'Name cannot be empty.'],
  [profileFields, {}, 'name', long(51), 'Please use at most 50 characters.'],
  [profileFields, {}, 'name', long(50), null],
  [profileFields, { name: 'Ada' }, 'avtar', png(10, 'image/jpeg'), 'Upload valid image. Only PNG are allowed.'],
  [profileFields, { name: 'Ada' }, 'avtar', png(10, 'image/heif'), `${ONLY_PNG} ${imageMessages.heic('PNG')}`],
  [profileFields, { name: 'Ada' }, 'avtar', 'no file', 'Upload valid image. Only PNG are allowed.'],
  [profileFields, { name: 'Ada' }, 'avtar', png(102_401), 'File size should not be more than 100 KB'],
  [profileFields, { name: 'Ada' }, 'avtar', png(102_400), null],
  [passwordFields, { new_password: 'secret-1' }, 'old_password', '', 'Old password cannot be empty.'],
  [passwordFields, { old_password: 'x' }, 'new_password', '', 'New password cannot be empty.'],
  [passwordFields, { old_password: 'x' }, 'new_password', 'weak', CRITERIA],
  [rvTypeFields, rvType, 'name', '', 'Name cannot be empty.'],
  [rvTypeFields, rvType, 'name', ' \n ', 'Name cannot be empty.'],
  [rvTypeFields, rvType, 'name', undefined, 'Name cannot be empty.'],
  [rvTypeFields, rvType, 'name', 7, 'Name cannot be empty.'],
  [rvTypeFields, rvType, 'name', long(101), 'Please use at most 100 characters.'],
  [rvTypeFields, rvType, 'name', long(100), null],
  [rvTypeFields, rvType, 'name', 'a\u0000b', UNKEEPABLE],
  [rvTypeFields, rvType, 'name', 'a\uD800b', UNKEEPABLE],
  [rvTypeFields, rvType, 'name', 'Wohnmobil 🚐 ñandú', null],
  [rvTypeFields, rvType, 'seq_no', '', SEQ_EMPTY],
  [rvTypeFields, rvType, 'seq_no', undefined, SEQ_EMPTY],
  [rvTypeFields, rvType, 'seq_no', null, SEQ_EMPTY],
  [rvTypeFields, rvType, 'seq_no', 'one', SEQ_INVALID],
  [rvTypeFields, rvType, 'seq_no', '-1', SEQ_INVALID],
  [rvTypeFields, rvType, 'seq_no', 1.5, SEQ_INVALID],
  [rvTypeFields, rvType, 'seq_no', '9'.repeat(100), SEQ_INVALID],
  [rvTypeFields, rvType, 'seq_no', 0, null],
  [modelFields, model, 'cat_id', '', 'Please select type'],
  [modelFields, model, 'cat_id', undefined, 'Please select type'],
  [modelFields, model, 'cat_id', null, 'Please select type'],
  [modelFields, model, 'year_id', '', 'Please select year'],
  [modelFields, model, 'year_id', null, 'Please select year'],
  [modelFields, model, 'name', '', 'Name cannot be empty.'],
  [modelFields, model, 'name', long(101), 'Please use at most 100 characters.'],
  [modelFields, model, 'seq_no', '', SEQ_EMPTY],
  [modelFields, model, 'seq_no', 'x', SEQ_INVALID],
  [modelFields, model, 'description', '', 'Description cannot be empty.'],
  [modelFields, model, 'description', long(501), 'Please use at most 500 characters.'],
  [modelFields, model, 'description', long(500), null],
  [yearFields, {}, 'name', '', 'Year cannot be empty.'],
  [yearFields, {}, 'name', undefined, 'Year cannot be empty.'],
  [yearFields, {}, 'name', '20x4', 'Invalid year, please enter the valid year.'],
  [yearFields, {}, 'name', '-2024', 'Invalid year, please enter the valid year.'],
  [yearFields, {}, 'name', '1'.repeat(101), 'Please use at most 100 characters.'],
  [yearFields, {}, 'name', 2024, null],
  [vinPatternFields, vinPattern, 'prefix', '', 'VIN Begins With cannot be empty.'],
  [vinPatternFields, vinPattern, 'prefix', '5Z', PREFIX],
  [vinPatternFields, vinPattern, 'prefix', '5ZO2', PREFIX],
  [vinPatternFields, vinPattern, 'prefix', '5ZT2CXKB1VB3103123', PREFIX],
  [vinPatternFields, vinPattern, 'prefix', '5zt-2*', null],
  [vinPatternFields, vinPattern, 'cat_id', '', 'Please select RV Type.'],
  [templateFields, template, 'title', '', 'Title cannot be empty.'],
  [templateFields, template, 'title', long(61), 'Please use at most 60 characters.'],
  [templateFields, template, 'description', '', 'Message cannot be empty.'],
  [templateFields, template, 'description', long(501), 'Please use at most 500 characters.'],
  [templateFields, template, 'purpose', 'odd', 'Please choose what the message is for.'],
  [savedAudienceFields, savedAudience, 'name', '', 'Name cannot be empty.'],
  [savedAudienceFields, savedAudience, 'audience', 7, 'Please say who is meant.'],
  [topicFields, rvType, 'name', '', 'Name cannot be empty.'],
  [topicFields, rvType, 'name', long(101), 'Please use at most 100 characters.'],
  [topicFields, rvType, 'seq_no', '', SEQ_EMPTY],
  [topicFields, rvType, 'seq_no', 'one', SEQ_INVALID],
  [manualFields, manual, 'category', '', 'Please select RV Type'],
  [manualFields, manual, 'category', undefined, 'Please select RV Type'],
  [manualFields, manual, 'year', '', 'Please select Year'],
  [manualFields, manual, 'year', undefined, 'Please select Year'],
  [manuals.create_pdf.input, newPdf, 'file', undefined, 'Please choose a PDF file.'],
  [manuals.create_pdf.input, newPdf, 'file', png(10), 'picture.png is not a pdf file'],
  [manuals.create_pdf.input, newPdf, 'file', new File(['x'], 'guide'), null],
  [manuals.create_pdf.input, newPdf, 'file', pdf(50 * MEGABYTE + 1), 'File size should not be more than 50 MB'],
  [manuals.create_pdf.input, newPdf, 'file', pdf(50 * MEGABYTE), null],
  [manualPageFields, manualPage, 'manual_id', '', 'Please select Manual'],
  [manualPageFields, manualPage, 'manual_id', undefined, 'Please select Manual'],
  [manualPageFields, manualPage, 'topic_id', '', 'Please select Topic'],
  [manualPageFields, manualPage, 'subtopic_id', '', 'Please select Sub Topic'],
  [manualPageFields, manualPage, 'content', undefined, null],
  [manualPages.upload.input, {}, 'image', png(10, 'image/gif'), GIF],
  [manualPages.upload.input, {}, 'image', png(10 * MEGABYTE + 1), 'File size should not be more than 10 MB'],
  [manualPages.upload.input, {}, 'image', png(10 * MEGABYTE), null],

  [subTopicFields, subTopic, 'topic_id', '', 'Please select topic'],
  [subTopicFields, subTopic, 'topic_id', undefined, 'Please select topic'],
  [subTopicFields, subTopic, 'name', '', 'Name cannot be empty.'],
  [subTopicFields, subTopic, 'name', long(101), 'Please use at most 100 characters.'],
  [subTopicFields, subTopic, 'seq_no', '', SEQ_EMPTY],
  [subTopicFields, subTopic, 'seq_no', '1a', SEQ_INVALID],
  [checklistFields, {}, 'name', '', 'Name cannot be empty.'],
  [checklistFields, {}, 'name', long(101), 'Please use at most 100 characters.'],
  [checklistFields, { name: 'Departure' }, 'note', undefined, null],
  [checklistFields, { name: 'Departure' }, 'note', null, null],
  [checklistFields, { name: 'Departure' }, 'note', '', null],
  [checklistFields, { name: 'Departure' }, 'note', long(500), null],
  [checklistFields, { name: 'Departure' }, 'note', long(501), 'Please use at most 500 characters.'],
  [checklistFields, { name: 'Departure' }, 'note', 'a\u0000b', UNKEEPABLE],
  [maintenanceItemFields, item, 'reminder_name', '', 'Name cannot be empty.'],
  [maintenanceItemFields, item, 'reminder_name', long(101), 'Please use at most 100 characters.'],
  [maintenanceItemFields, item, 'item_name', '', 'Item name cannot be empty.'],
  [maintenanceItemFields, item, 'item_name', long(101), 'Please use at most 100 characters.'],
  [maintenanceItemFields, item, 'due_date', '', 'Please select Due Date'],
  [maintenanceItemFields, item, 'due_date', undefined, 'Please select Due Date'],
  [maintenanceItemFields, item, 'due_date', '03-01-2027', 'Please select Due Date'],
  [maintenanceItemFields, item, 'due_date', '2027-02-29', 'Please select Due Date'],
  [maintenanceItemFields, item, 'due_date', '2028-02-29', null],
  [maintenanceItemFields, item, 'note', '', 'Description cannot be empty.'],
  [maintenanceItemFields, item, 'note', long(301), 'Please use at most 300 characters.'],
  [maintenanceItemFields, item, 'note', long(300), null],
  [fieldsDueAfter('2027-03-01'), item, 'due_date', '', 'Please select Due Date'],
  [fieldsDueAfter('2027-03-01'), item, 'due_date', '2027-02-28', DUE_TOO_EARLY],
  [fieldsDueAfter('2027-03-01'), item, 'due_date', '2027-03-01', DUE_TOO_EARLY],
  [fieldsDueAfter('2027-03-01'), item, 'due_date', '2027-03-02', null],
  [fieldsDueAfter('2027-03-01', '2026-01-05'), item, 'due_date', '2026-01-05', null],
  [appImageFields, slider, 'seq_no', '', SEQ_EMPTY],
  [appImageFields, slider, 'seq_no', 'x', SEQ_INVALID],
  [appImageFields, slider, 'url', undefined, ONLY_JPEG_OR_PNG],
  [appImageFields, slider, 'url', png(10, 'image/gif'), GIF],
  [appImageFields, slider, 'url', png(307_201), OVER_300_KB],
  [appImageFields, slider, 'url', png(307_200), null],
  [appImageFields, slider, 'url', png(10, 'image/jpeg'), null],
  [appImageChanges, slider, 'url', undefined, null],
  [menuItemFields, menuItem, 'title', ' ', 'Title cannot be empty.'],
  [menuItemFields, menuItem, 'title', long(101), 'Please use at most 100 characters.'],
  [menuItemFields, menuItem, 'seq_no', '', SEQ_EMPTY],
  [menuItemFields, menuItem, 'seq_no', '1a', SEQ_INVALID],
  [menuItemFields, menuItem, 'icon', png(10, 'image/jpeg'), ONLY_PNG],
  [menuItemFields, menuItem, 'icon', png(102_401), OVER_100_KB],
  [menuItemFields, menuItem, 'icon', undefined, null],
  [socialMediaFields, social, 'name', '', 'Name cannot be empty.'],
  [socialMediaFields, social, 'name', long(51), 'Please use at most 50 characters.'],
  [socialMediaFields, social, 'url', '', 'URL cannot be empty.'],
  [socialMediaFields, social, 'url', undefined, 'URL cannot be empty.'],
  [socialMediaFields, social, 'url', 'facebook', URL_INVALID],
  [socialMediaFields, social, 'url', 'www.facebook.example', URL_INVALID],
  [socialMediaFields, social, 'url', 'javascript:alert(1)', URL_INVALID],
  [socialMediaFields, social, 'url', 'javascript://example.com/%0aalert(1)', URL_INVALID],
  [socialMediaFields, social, 'url', 'data:text/html,hello', URL_INVALID],
  [socialMediaFields, social, 'url', 'ftp://example.com', URL_INVALID],
  [socialMediaFields, social, 'url', 'https://', URL_INVALID],
  [socialMediaFields, social, 'url', 'https://exa mple.com', URL_INVALID],
  [socialMediaFields, social, 'url', 'https://facebook.example@elsewhere.example', URL_INVALID],
  ...[
    'https://example.com\\@evil.example/',
    'https:\\\\evil.example/',
    'https://example.com/a\\b',
    'https://@evil.example/',
    'https://name:word@evil.example/',
    'https://evil.example\u200b/',
    'https://example.com/\u202efdp',
    'https://example\u00ad.com/',
    'https://example.com/a\u2060b',
    'https://example.com/\u0000',
    'https://example.com/a\u00a0b',
    'https:example.com',
    'https://',
    'https://exa\ufe0fmple.com/',
  ].map((url): Case => [socialMediaFields, social, 'url', url, URL_INVALID]),
  [socialMediaFields, social, 'url', 'https://medium.example/@name?to=a@b.example#@', null],
  [socialMediaFields, social, 'url', `https://a.example/${'ж'.repeat(38)}`, null],
  [
    socialMediaFields,
    social,
    'url',
    `https://a.example/${'ж'.repeat(39)}`,
    'In browsers this link has 252 characters. Please use one of at most 250.',
  ],
  [socialMediaFields, social, 'url', `https://a.example/${long(233)}`, 'Please use at most 250 characters.'],
  [socialMediaFields, social, 'url', `https://a.example/${long(232)}`, null],
  [socialMediaFields, social, 'url', 'HTTP://пример.рф/путь?x=1#y', null],
  [socialMediaFields, social, 'icon', undefined, ONLY_PNG],
  [socialMediaFields, social, 'icon', png(10, 'image/svg+xml'), ONLY_PNG],
  [socialMediaFields, social, 'icon', png(102_401), OVER_100_KB],
  [socialMediaChanges, social, 'icon', undefined, null],
  [cmsPageFields, cmsPage, 'title', ' ', 'Title cannot be empty.'],
  [cmsPageFields, cmsPage, 'title', undefined, 'Title cannot be empty.'],
  [cmsPageFields, cmsPage, 'title', long(101), 'Please use at most 100 characters.'],
  [cmsPageFields, cmsPage, 'title', long(100), null],
  [cmsPageFields, cmsPage, 'content', undefined, null],
  [cmsPageFields, cmsPage, 'content', long(300_000), null],
  [cmsPageFields, cmsPage, 'content', long(300_001), 'Please use at most 300,000 characters.'],
  [newCmsPage, cmsPage, 'code', '', 'Code cannot be empty.'],
  [newCmsPage, cmsPage, 'code', undefined, 'Code cannot be empty.'],
  [newCmsPage, cmsPage, 'code', long(51), 'Please use at most 50 characters.'],
  [newCmsPage, cmsPage, 'code', 'a b', 'Please use letters, digits, dashes and underscores only.'],
  [newCmsPage, cmsPage, 'code', 7, null],
  [rvFields, rv, 'category', '', 'Please select RV Type.'],
  [rvFields, rv, 'model', undefined, 'Please select Model.'],
  [rvFields, rv, 'year', '', 'Please select Year.'],
  [rvFields, rv, 'serial_no', '12345', 'Serial Number should contain minimum 6 digits.'],
  [rvFields, rv, 'serial_no', '1234567', 'Serial Number should contain maximum 6 digits.'],
  [rvFields, rv, 'serial_no', '12345a', 'Serial Number should contain digits only.'],
  [rvFields, rv, 'serial_no', '1FTFW1ET5DFC10A12', 'Serial Number should contain digits only.'],
  [rvFields, rv, 'serial_no', '1FTFW1ET5DF310312', null],
  [rvFields, rv, 'serial_no', 123_456, null],
  [rvFields, rv, 'serial_no', '', null],
  [rvFields, rv, 'serial_no', null, null],
  [rvFields, rv, 'vin', '', 'VIN cannot be empty.'],
  [rvFields, rv, 'vin', undefined, 'VIN cannot be empty.'],
  [rvFields, rv, 'vin', '12345', 'VIN should contain minimum 6 digits.'],
  [rvFields, rv, 'vin', '12345A', 'VIN should contain digits only.'],
  [rvFields, rv, 'vin', '1UJBJ0BP4A1AB123A', 'VIN should contain digits only.'],
  [rvFields, rv, 'vin', '1UJBJ0BP4A1QB1234', 'VIN should contain digits only.'],
  [rvFields, rv, 'vin', '123456789012345678', 'VIN should contain maximum 17 digits.'],
  [rvFields, rv, 'vin', '12345678', null],
  [registerFields, owner, 'name', ' ', 'Name cannot be empty.'],
  [registerFields, owner, 'email', '', EMAIL_EMPTY],
  [registerFields, owner, 'email', 'nobody', EMAIL_INVALID],
  [registerFields, owner, 'password', '', 'Password cannot be empty.'],
  [registerFields, owner, 'password', 'short-1', CRITERIA],
  [notificationFields, note, 'title', ' ', 'Title cannot be empty.'],
  [notificationFields, note, 'title', long(61), 'Please use at most 60 characters.'],
  [notificationFields, note, 'title', long(60), null],
  [notificationFields, note, 'description', '', 'Message cannot be empty.'],
  [notificationFields, note, 'description', long(501), 'Please use at most 500 characters.'],
  [notificationFields, note, 'description', long(500), null],
  [sendFields, note, 'description', undefined, 'Message cannot be empty.'],
  [sendFields, note, 'user_ids', undefined, 'Please select user'],
  [sendFields, note, 'user_ids', [], 'Please select user'],
  [sendFields, note, 'user_ids', ['u', 'u'], 'Invalid Request.'],
  [
    sendFields,
    note,
    'user_ids',
    Array.from({ length: 10_001 }, String),
    'Please select at most 10,000 users one by one.',
  ],
  [sendFields, note, 'all_matching', {}, EXPECT_ALL],
  [sendFields, { ...note, expect: 3 }, 'all_matching', {}, null],
  [viewFields, aView, 'name', undefined, 'Name cannot be empty.'],
  [viewFields, { ...aView, view_id: 'v' }, 'name', undefined, null],
  [viewFields, { ...aView, view_id: 'v' }, 'name', '', 'Name cannot be empty.'],
  [viewFields, aView, 'name', long(61), 'Please use at most 60 characters.'],
  [viewFields, aView, 'state', undefined, 'State is required.'],
  [viewFields, aView, 'list', 'changes', 'Unknown list.'],
]

const shown = (value: unknown) =>
  value instanceof File ? `a file of ${value.size} bytes` : (JSON.stringify(value) ?? 'nothing').slice(0, 40)

describe('a box to tick', () => {
  it.each([
    [undefined, null],
    [true, null],
    ['False', null],
    ['', null],
    ['maybe', 'Please say Yes or No.'],
    [2, 'Please say Yes or No.'],
  ])('%j is answered by %j', (required, message) => {
    expect(messageOn(topicFields, { name: 'Water', seq_no: 1, required }, 'required')).toBe(message)
  })
})

describe('today', () => {
  afterEach(() => void vi.useRealTimers())

  it('is the date where the caller is, and in UTC where that is not known', () => {
    vi.useFakeTimers({ now: new Date('2027-03-01T03:30:00Z') })
    expect(['America/Denver', 'Asia/Tokyo', 'Nowhere/Land', undefined].map(todayIn)).toEqual([
      '2027-02-28',
      '2027-03-01',
      '2027-03-01',
      '2027-03-01',
    ])
  })
})

describe('the messages of the fields', () => {
  it.each(cases.map((one) => [one[2], shown(one[3]), one[4], one] as const))(
    '%s with %s says %s',
    (_field, _shown, _message, [schema, valid, field, value, message]) => {
      expect(messageOn(schema, { ...valid, [field]: value }, field)).toBe(message)
    },
  )

  it('says one thing at a time on a field', () => {
    const { error } = rvTypeFields.safeParse({ name: '', seq_no: '' })
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['name', 'Name cannot be empty.'],
      ['seq_no', SEQ_EMPTY],
    ])
  })

  it('tidies what it takes', () => {
    expect(rvTypeFields.parse({ name: '  Truck Camper ', seq_no: ' 7 ' })).toEqual({
      name: 'Truck Camper',
      name_fr: '',
      seq_no: 7,
    })
    expect(yearFields.parse({ name: 2024 })).toEqual({ name: '2024' })
    expect(forgotPasswordFields.parse({ email: ' Ada@Example.com ' })).toEqual({ email: 'Ada@Example.com' })
  })
})

/** Every single-line and multi-line field in all resources: the schema, valid fields, and the names. */
const texts: [z.ZodType, object, oneLine: string[], moreLines: string[]][] = [
  [templateFields, template, ['name', 'title'], ['description']],
  [
    campaignFields,
    campaign,
    ['number', 'regulator_number', 'title', 'title_fr'],
    ['defect', 'risk', 'remedy', 'defect_fr', 'risk_fr', 'remedy_fr'],
  ],
  [unitFields, unit, ['owner_name', 'address', 'city', 'state', 'zip', 'country'], ['note']],
  [savedAudienceFields, savedAudience, ['name'], []],
  [profileFields, { name: 'Ada' }, ['name'], []],
  [inviteFields, { name: 'Ada', email: 'a@b.co' }, ['name'], []],
  [registerFields, owner, ['name'], []],
  [
    ownerAccount.editProfile.input,
    { name: 'Grace Hopper', state: 'Oregon', zip: '97701' },
    ['name', 'state', 'zip'],
    [],
  ],
  [ownerAccount.signInSocial.input, { provider: 'GOOGLE', id_token: 't' }, ['name'], []],
  [rvTypeFields, rvType, ['name', 'name_fr'], []],
  [viewFields, aView, ['name'], []],
  [modelFields, model, ['name'], ['description', 'description_fr']],
  [topicFields, { name: 'Water', seq_no: 1 }, ['name', 'name_fr'], []],
  [subTopicFields, subTopic, ['name', 'name_fr'], []],
  [checklistFields, { name: 'Departure' }, ['name', 'name_fr'], ['note', 'note_fr']],
  [maintenanceItemFields, item, ['reminder_name', 'item_name'], ['note']],
  [menuItemFields, menuItem, ['title', 'title_fr'], []],
  [socialMediaFields, social, ['name'], []],
  [newCmsPage, cmsPage, ['title', 'title_fr', 'code'], []],
  [
    dealerFields,
    dealer,
    [
      'name',
      'address',
      'area',
      'city',
      'state',
      'country',
      'zip',
      'hour_sales',
      'hour_service',
      'hour_parts',
      'external_id',
    ],
    [],
  ],
  [notificationFields, note, ['title'], ['description']],
  [requestFields, { user_id: 'u', kind: 'access' }, [], ['note']],
]
const oneLineFields = texts.flatMap(([schema, valid, names]) => names.map((name) => [name, schema, valid] as const))
const longerFields = texts.flatMap(([schema, valid, ...names]) =>
  names[1].map((name) => [name, schema, valid] as const),
)
const OPTIONAL = ['area', 'zip', 'note', 'external_id', 'regulator_number', 'owner_name', 'address', 'city', 'country']
const mayBeEmpty = (name: string, schema: z.ZodType) =>
  OPTIONAL.includes(name) || (name === 'state' && schema === ownerAccount.editProfile.input)

/** The field of a schema, unwrapped where an edit makes it optional. */
function fieldOf(schema: z.ZodType, name: string) {
  const field = (schema as z.ZodObject).shape[name]
  return field instanceof z.ZodOptional ? field.unwrap() : field
}
/** The core of a field: an edit rebuilds it if a later release added it. */
const coreOf = (field: z.ZodType): z.ZodType => {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) return coreOf(field.unwrap() as z.ZodType)
  return field instanceof z.ZodPipe ? coreOf(field.in as z.ZodType) : field
}
const isText = (field: z.ZodType) => field.safeParse('a\u0000b').error?.issues[0]?.message === UNKEEPABLE

describe('every text', () => {
  it('that is added or edited is in the table above', () => {
    const tested = [...oneLineFields, ...longerFields].map(([name, schema]) =>
      coreOf(fieldOf(schema, name) as z.ZodType),
    )
    const changing = Object.values(calls)
      .flatMap((calls) => Object.values(calls))
      .filter(({ change }) => change === 'add' || change === 'edit')
    const untested = changing.flatMap(({ path, input }) =>
      Object.keys((input as z.ZodObject).shape).flatMap((name) => {
        const field = fieldOf(input, name) as z.ZodType
        return isText(field) && !tested.includes(coreOf(field)) ? [`${path}: ${name}`] : []
      }),
    )
    expect(untested).toEqual([])
  })

  it.each(oneLineFields)('of one line takes no line break: %s', (name, schema, valid) => {
    for (const lineBreak of ['\n', '\r', '\r\n', '\u2028', '\u2029']) {
      const said = messageOn(schema, { ...valid, [name]: `one${lineBreak}other` }, name)
      expect([lineBreak, said]).toEqual([lineBreak, 'Please write this on one line.'])
    }
    expect(messageOn(schema, { ...valid, [name]: ' 1\n' }, name)).toBeNull()
  })

  it.each(longerFields)('of several lines takes line breaks: %s', (name, schema, valid) => {
    expect(messageOn(schema, { ...valid, [name]: 'one\n\nother\r\nlast' }, name)).toBeNull()
  })

  it.each([...oneLineFields, ...longerFields])('turns no letters around: %s', (name, schema, valid) => {
    const plain = (schema.parse({ ...valid, [name]: 'gpj-exe' }) as Record<string, unknown>)[name]
    for (const control of ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069']) {
      expect(schema.parse({ ...valid, [name]: `gpj${control}-exe${control}` })).toHaveProperty(name, plain)
    }
  })

  it.each([...oneLineFields, ...longerFields].filter(([name, schema]) => !mayBeEmpty(name, schema)))(
    'that is required needs something to see: %s',
    (name, schema, valid) => {
      const empty = messageOn(schema, { ...valid, [name]: '' }, name)
      for (const nothing of [
        '\u200b',
        '\u200b \u200d',
        '\u3164',
        '\uffa0',
        '\u115f\u1160',
        '\u2800',
        '\u00ad',
        '\u200e\u200f',
        '\ufeff',
        '\ufe0f',
        '\u{e0020}\u{e007f}',
        '\u{1d159}',
        '\u{13441}\u{13442}',
      ]) {
        expect([nothing, messageOn(schema, { ...valid, [name]: nothing }, name)]).toEqual([nothing, empty])
      }
    },
  )

  it.each(['👩‍👩‍👧‍👦', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '❤️', 'مرحبا بالعالم', 'שלום', 'می‌خواهم', 'क्‍ष', 'co\u00adop', '.'])(
    'keeps what people write: %s',
    (name) => {
      expect(rvTypeFields.parse({ name, seq_no: 1 }).name).toBe(name)
    },
  )
})

describe('what is pasted along', () => {
  const safe = { new_password: 'secret-1!', confirm_password: 'secret-1!' }
  const PASTED = '\u200e\u2067\u061cMary\u00a0Ann\u202fLee\u2011Ray\u2069\u200f'

  it('is taken off names and other texts of one line, which keep their dashes', () => {
    for (const [field, schema, valid] of oneLineFields.filter(([field]) => !/code|zip|external_id/.test(field))) {
      expect(schema.parse({ ...valid, [field]: PASTED })).toHaveProperty(field, 'Mary Ann Lee\u2011Ray')
    }
  })

  it('is taken off numbers and addresses, with all else that nobody sees', () => {
    const { phone, tollfree } = dealerFields.parse({
      ...dealer,
      phone: '\u202a(916)\u00a0555\u20110100\u202c',
      tollfree: '\ufeff800\u2013555\u200b-0100',
    })
    expect([phone, tollfree]).toEqual(['(916) 555-0100', '800-555-0100'])
    expect(dealerFields.parse({ ...dealer, latitude: '\u200e38.5\u00a0' }).latitude).toBe(38.5)
    expect(rvFields.parse({ ...rv, vin: '\u200e123456', serial_no: '1FTFW1ET5\u2011DF310312\u00a0' })).toMatchObject({
      vin: '123456',
      serial_no: '310312',
    })
    expect(yearFields.parse({ name: '\u200e2024' })).toEqual({ name: '2024' })
    expect(rvTypeFields.parse({ name: 'a', seq_no: '7\u200f' }).seq_no).toBe(7)
    expect(resetPasswordFields.parse({ ...reset, ...safe, otp: '\u00a01234\u200b' }).otp).toBe('1234')
    expect(resetPasswordFields.parse({ ...reset, ...safe, otp: ' 123 4\u201356' }).otp).toBe('123456')
    expect(forgotPasswordFields.parse({ email: '\u200eada@example.com' }).email).toBe('ada@example.com')
  })

  it.each([
    ['Łódź — 5–6', 'Łódź — 5–6'],
    ['Lee\u2212Ray', 'Lee\u2212Ray'],
    ['Mary\u2009Ann', 'Mary Ann'],
    ['Mary\u2003Ann\u205fLee', 'Mary Ann Lee'],
    ['Ma\u200bry', 'Mary'],
    ['\ufeffMary\u2060', 'Mary'],
    ['Ma\u200dry\u200c', 'Mary'],
    ['\u200dMary \u200cAnn', 'Mary Ann'],
    ['7\u200d5', '75'],
    ['Jose\u0301\u200d', 'Jose\u0301'],
    ['\u5c71\u7530\u200d\u3000\u592a\u90ce', '\u5c71\u7530\u3000\u592a\u90ce'],
    ['\u0647\u200d', '\u0647\u200d'],
    ['\u{1f44b}\u{1f3fd}\u200d\u2642\ufe0f', '\u{1f44b}\u{1f3fd}\u200d\u2642\ufe0f'],
  ])('%j is the name %j', (pasted, name) => {
    expect(rvTypeFields.parse({ name: pasted, seq_no: 1 }).name).toBe(name)
  })

  it.each([
    ['916\u2212555\ufe630100', '916-555-0100'],
    ['916\uff0d555\u2010\u20600100', '916-555-0100'],
    ['\uff08916\uff09\u2009555\u30000100', '(916) 555 0100'],
    ['\uff19\uff11\uff16', '916'],
  ])('%j is the phone number %j', (pasted, phone) => {
    expect(dealerFields.parse({ ...dealer, phone: pasted, tollfree: pasted })).toMatchObject({ phone, tollfree: phone })
  })

  it('is no postal code, no coordinate and no address of its own either', () => {
    const zips = ['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212', '\uff0d', '\ufe63']
    for (const hyphen of zips)
      expect(dealerFields.parse({ ...dealer, zip: `95814${hyphen}1234` }).zip).toBe('95814-1234')
    expect(dealerFields.parse({ ...dealer, zip: '\uff2b\uff11\uff21\u2009\uff10\uff22\uff11' }).zip).toBe('K1A 0B1')
    expect(dealerFields.parse({ ...dealer, longitude: '\u2212121.49' }).longitude).toBe(-121.49)
    expect(forgotPasswordFields.parse({ email: 'ada\uff20example.com' }).email).toBe('ada@example.com')
  })

  it('stays in passwords', () => {
    const new_password = 'a\u00a0b\u2011c\u200e-1!'
    const kept = resetPasswordFields.parse({ ...reset, new_password, confirm_password: new_password })
    expect(kept.new_password).toBe(new_password)
  })
})

describe('a web address', () => {
  it('is kept as browsers read it', () => {
    const urlOf = (url: string) => socialMediaFields.parse({ ...social, url }).url
    expect(urlOf('HTTP://пример.рф/путь?x=1#y')).toBe('http://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C?x=1#y')
    expect(urlOf(' https://Example.com ')).toBe('https://example.com/')
  })
})

describe('a full VIN', () => {
  it('of a trailer is kept whole, in capitals, where it has letters among its last six', () => {
    for (const typed of ['1UJBJ0BP4A1AB1234', '1ujbj-0bp4a1 ab1234'])
      expect(rvFields.parse({ ...rv, vin: typed }).vin).toBe('1UJBJ0BP4A1AB1234')
  })

  it.each([
    ['1FTFW1ET5DF310312', '310312'],
    ['1ftfw-1et5d f310312', '310312'],
    ['1FTFW1ET5DFC1031X', undefined],
    ['FTFW1ET5DF310312', undefined],
    ['310312', undefined],
  ])('%s is reduced to its last six digits where these are digits', (vin, expected) => {
    expect(lastSixOfVin(vin)).toBe(expected)
  })
})
