import { z } from 'zod'
import { coverageCalls } from './dealer-coverage.ts'
import { doubtCalls } from './dealer-doubts.ts'
import { DEALER_TYPE_LABELS, DEALER_TYPES } from './dealer-types.ts'
import { endpoint } from './endpoint.ts'
import { externalId } from './external-id.ts'
import { coordinate, nameText, oneOf, optionalText, phoneNumber, text, tooLong } from './fields.ts'
import { jpegOrPngImage } from './file-fields.ts'
import { column, recordKind } from './kind.ts'
import { recordCallsOf } from './record-calls.ts'
import { done, listInput, record, which } from './records.ts'
import { plainCode } from './rules.ts'
import { upsertOf } from './upserts.ts'

/** The most characters in a text of opening hours. */
export const HOURS_CHARACTERS = 100
export const HOURS_TOO_LONG = tooLong(HOURS_CHARACTERS)
export const ACTIVE_LINES = ['TT/TC', 'TT', 'TC', 'NONE'] as const

export const dealerKind = recordKind({
  noun: ['dealer', 'dealers'],
  name: 'Details',
  asked: 'Details',
  key: 'service_id',
  tag: 'RV Dealers/Services',
  about: 'Dealers and service centres, in a list and on a map.',
  menuLabel: 'RV Dealers/Service',
  help: 'The dealers and service centres that owners find on the map.',
  columns: {
    name: column.keyed('Name', 'owners', 'Cedar Trailers'),
    type: column.choice('Type', 'owners', DEALER_TYPE_LABELS),
    active_lines: column.choice('Active Lines', 'owners', Object.fromEntries(ACTIVE_LINES.map((line) => [line, line]))),
    logo_file: column.picture('Logo', 'owners', 'logo'),
    address: column.text('Address', 'owners', '1 Main Street'),
    area: column.text('Area', 'owners', 'Old Mill'),
    city: column.keyed('City', 'owners', 'Bend'),
    state: column.keyed('State', 'owners', 'Oregon'),
    country: column.text('Country', 'owners', 'United States'),
    zip: column.text('Postal Code', 'owners', '97701'),
    phone: column.text('Phone', 'owners', '(541) 555-0100'),
    tollfree: column.text('Toll Free Number', 'owners', '800-555-0100'),
    hour_sales: column.text('Hour Sales', 'owners', '9 to 5'),
    hour_service: column.text('Hour Service', 'owners', '9 to 5'),
    hour_parts: column.text('Hour Parts', 'owners', '9 to 5'),
    latitude: column.number('Latitude', 'owners', 44.06),
    longitude: column.number('Longitude', 'owners', -121.31),
    external_id: { ...column.text('External ID', 'office', 'D-1042'), since: '1.2.0' },
  },
  title: ['name'],
  alsoFoundBy: ['phone', 'tollfree'],
  disambiguatedBy: ['city'],
  bulk: ['delete', 'restore'],
  set: ['type', 'active_lines', 'area', 'city', 'state', 'country', 'zip', 'hour_sales', 'hour_service', 'hour_parts'],
  notSet: ['name', 'address', 'phone', 'tollfree', 'latitude', 'longitude', 'external_id'],
})

export const DEALER_LOGO_KILOBYTES = 300
/** The most records that the map call returns. */
export const MOST_ON_MAP = 20_000

const filledByPlace = (part: string, max: number) =>
  text(`Please choose an address, or move the marker, to fill in the ${part}.`, max)

/** Dealers and service centres; called services on the wire. */
export const dealerFields = z.object({
  type: oneOf(DEALER_TYPES, 'Please select type'),
  active_lines: oneOf(ACTIVE_LINES, 'Please select active lines'),
  name: nameText(60).meta({ description: 'What the dealer is called.' }),
  logo: jpegOrPngImage(DEALER_LOGO_KILOBYTES).optional(),
  address: text('Address cannot be empty.', 250).meta({ description: 'The street.' }),
  area: optionalText(100),
  city: text('City cannot be empty.', 100).meta({ description: 'The city.' }),
  state: filledByPlace('state', 100).meta({ description: 'The state or province.' }),
  country: filledByPlace('country', 100).meta({ description: 'The country.' }),
  /** Empty if unknown, as for smaller places in Canada. */
  zip: optionalText(20, plainCode),
  // The message says minimum although the rule is a maximum (specification, section 5).
  phone: phoneNumber('phone number', 'Phone Number should contain minimum 15 digits.'),
  tollfree: phoneNumber('toll free number', 'Toll Free Number should contain maximum 15 digits.'),
  hour_sales: text('Hour Sales cannot be empty.', HOURS_CHARACTERS).meta({
    description: 'The opening hours of sales.',
  }),
  hour_service: text('Hour Service cannot be empty.', HOURS_CHARACTERS).meta({
    description: 'The opening hours of the workshop.',
  }),
  hour_parts: text('Hour Parts cannot be empty.', HOURS_CHARACTERS).meta({ description: 'When parts are sold.' }),
  latitude: coordinate(90, 'Please enter a latitude from -90 to 90.'),
  longitude: coordinate(180, 'Please enter a longitude from -180 to 180.'),
  external_id: externalId,
})

export const dealer = record.extend({
  ...dealerFields.omit({ logo: true }).shape,
  type: z.enum(DEALER_TYPES).meta({ description: 'Whether it sells, repairs, or does both.' }),
  active_lines: z.enum(ACTIVE_LINES).meta({
    description: 'The lines that the dealer carries: travel trailers (TT), truck campers (TC), both or none.',
  }),
  logo: z.string().nullable().meta({ description: 'The address of the logo; null where there is none.' }),
  area: z.string().meta({ description: 'The part of the city.' }),
  zip: z.string().meta({ description: 'The ZIP code.' }),
  phone: z.string().meta({ description: 'The phone number; empty where there is none.' }),
  tollfree: z.string().meta({ description: 'The toll-free number; empty where there is none.' }),
  latitude: z.number().meta({ description: 'Degrees north.' }),
  longitude: z.number().meta({ description: 'Degrees east.' }),
  external_id: z.string().nullable(),
})
export type Dealer = z.output<typeof dealer>

/** A record on the map. `phone` is the toll-free number if there is one, else the regular one. */
export const dealerOnMap = dealer.pick({
  _id: true,
  name: true,
  type: true,
  phone: true,
  hour_sales: true,
  hour_service: true,
  hour_parts: true,
  latitude: true,
  longitude: true,
})
export type DealerOnMap = z.output<typeof dealerOnMap>

const whichDealer = which('service_id')
/** Delete and restore may include the fields of the form, which are ignored. */
const whichDealerOfForm = whichDealer.loose()

export const dealers = {
  ...recordCallsOf('admin/services', dealerKind, { fields: dealerFields, row: dealer, multipart: true }),
  /** All records that match a list's filters, at most MOST_ON_MAP; `total` counts all. */
  map: endpoint(
    'admin/services/map',
    listInput.pick({ filters: true, is_deleted: true }),
    z.object({ message: z.string(), data: z.array(dealerOnMap), total: z.int() }),
  ),
  delete: endpoint('admin/services/delete', whichDealerOfForm, done, { change: 'delete', multipart: true }),
  restore: endpoint('admin/services/restore', whichDealerOfForm, done, { change: 'restore', multipart: true }),
  upsert: upsertOf('admin/services/upsert'),
  ...doubtCalls(dealer),
  ...coverageCalls,
}
