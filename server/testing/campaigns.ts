import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { withCheckDigit } from '#contract/vin.ts'
import { openAppSession } from '../auth/app-sessions.ts'
import type { TestApp } from './build-test-app.ts'
import { type addCatalogue, addOwner } from './people.ts'

/** What a recall needs before it can be opened. */
export const recallFields = {
  number: '27V-101',
  type: 'recall',
  regulators: ['nhtsa'],
  title: 'Gas line may leak',
  defect: 'It may rub against the frame.',
  risk: 'A fire.',
  remedy: 'Dealers move the line.',
  advice: 'do_not_drive',
  decided_on: '2026-05-04',
  phone: '800-555-0100',
}
/** The same texts in French, with characters that paper and files easily lose. */
export const frenchFields = {
  title_fr: 'Fuite de gaz : nœud défectueux',
  defect_fr: 'La conduite « A » peut frotter contre le châssis.',
  risk_fr: 'Un incendie.',
  remedy_fr: 'Les concessionnaires déplacent la conduite sans frais.',
}

/** A whole VIN ending in this number. */
export const vinOf = (number: number) => withCheckDigit(`1FDXE4FS8GD${String(number).padStart(6, '0')}`) ?? ''

/** Adds a campaign with these vehicles, and returns its id. */
export async function addCampaign(app: TestApp, vins: string[], more: object = {}) {
  const { data } = await app.call(campaigns.add, { ...recallFields, ...more })
  if (vins.length) await app.call(campaigns.addUnits, { campaign_id: data._id, vins })
  return data._id
}

/** Opens it, and tells its owners. */
export async function openTheCampaign(app: TestApp, campaign_id: string) {
  const { data } = await app.call(campaigns.get, { campaign_id })
  await app.call(campaigns.open, { campaign_id, expect: data.owners_to_tell })
  await app.runJobs()
}

type Chosen = Awaited<ReturnType<typeof addCatalogue>>

/** Adds an owner who is signed in to the app, with an RV of this VIN. */
export async function addOwnerWith(app: TestApp, chosen: Chosen, name: string, vin?: string) {
  const id = await addOwner(app, name)
  const token = await openAppSession(app.db, id)
  if (vin) await app.call(ownRecords.addRv, { ...chosen, vin }, { token })
  return { id, token }
}

/** An owner's messages in the app, newest first. */
export const inboxOf = async (app: TestApp, { token }: { token: string }) =>
  (await app.call(ownNotifications.inbox, {}, { token })).data.map(({ title, description }) => [title, description])

/** The vehicles of all campaigns, newest first. */
export const unitsOf = async (app: TestApp) => (await app.call(campaignUnits.list, {})).data
