import { audiences } from '#contract/audiences.ts'
import { campaigns } from '#contract/campaigns.ts'
import { dealers } from '#contract/dealers.ts'
import { notifications } from '#contract/notifications.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { templates } from '#contract/templates.ts'
import { vinPatterns } from '#contract/vin-patterns.ts'
import { recallFields, vinOf } from '../server/testing/campaigns.ts'
import { answered, type Call } from './call.ts'

const DAY_MS = 86_400_000

/** Uses what release 1.0.0 did not have: recalls, audiences, scheduled messages, templates, VIN patterns, doubts of dealers, French. */
export async function useNewerFeatures(call: Call) {
  const [type] = answered(await call(rvTypes.list, { page: 1, per_page: 1 })).data
  if (!type) throw new Error('the demo data has no RV type')
  answered(
    await call(rvTypes.edit, { cat_id: type._id, name: type.name, seq_no: type.seq_no, name_fr: 'Caravane portée' }),
  )
  answered(await call(vinPatterns.add, { prefix: '1FDXE4FS', cat_id: type._id }))

  const audience = { all: [{ field: 'has_rv' as const, op: 'eq' as const, value: true }] }
  answered(await call(audiences.add, { name: 'With an RV', audience }))
  const message = { title: 'Open house', description: 'Come and see us.', purpose: 'service' as const }
  answered(await call(templates.add, { ...message, name: 'Open house' }))
  const { count } = answered(await call(audiences.count, { audience, purpose: 'service' })).data
  const send_at = new Date(Date.now() + 30 * DAY_MS).toISOString()
  answered(await call(notifications.send, { ...message, audience, expect: count, send_at }))

  const [doubt] = answered(await call(dealers.doubts, {})).data
  if (doubt) answered(await call(dealers.is_right, { service_id: doubt.service_id, doubt: doubt.doubt }))

  // One vehicle of an owner, who is told, and one that nobody has registered.
  const owned = answered(await call(rvs.list, { page: 1, per_page: 20 })).data.find(({ user }) => user)
  if (!owned) throw new Error('the demo data has no RV with an owner')
  const chosen = { category: owned.category._id, year: owned.year._id, model: owned.model._id }
  answered(await call(rvs.edit, { ...chosen, rv_id: owned._id, vin: vinOf(1), full_vin: vinOf(1) }))
  const { data } = answered(await call(campaigns.add, recallFields))
  answered(await call(campaigns.addUnits, { campaign_id: data._id, vins: [vinOf(1), vinOf(2)] }))
  const { owners_to_tell } = answered(await call(campaigns.get, { campaign_id: data._id })).data
  answered(await call(campaigns.open, { campaign_id: data._id, expect: owners_to_tell }))
  const mailed_on = new Date().toISOString().slice(0, 10)
  answered(await call(campaigns.mailed, { campaign_id: data._id, mailed_on, expect: 2 }))
}
