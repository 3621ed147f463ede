import type { WebhookDelivery, WebhookDeliveryState } from '#contract/webhooks.ts'
import type { Db, Tables } from '../../db/schema.ts'

type Wanted = { state: WebhookDeliveryState | undefined; page: number; per_page: number }

/** One page of the deliveries of a webhook, the newest first; waiting ones include those that have failed so far. */
export async function listDeliveries(db: Db, webhookId: string, { state, page, per_page }: Wanted) {
  let found = db.selectFrom('webhook_deliveries').where('webhook_id', '=', webhookId)
  if (state) found = found.where('state', '=', state === 'failing' ? 'waiting' : state)
  if (state === 'failing') found = found.where('tries', '>', 0)
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { rows: rows.map(toDelivery), total: Number(total) }
}

function toDelivery(row: Pick<Tables['webhook_deliveries'], Exclude<keyof Tables['webhook_deliveries'], 'seq'>>) {
  const { id, type, at, record_type, record_id, state, tries, status, problem, next_at, done_at } = row
  return {
    _id: id,
    type,
    at,
    record_type,
    record_id,
    state: state === 'waiting' && tries > 0 ? 'failing' : state,
    tries,
    status,
    problem,
    next_try_at: state === 'waiting' ? next_at : null,
    done_at,
  } satisfies WebhookDelivery
}
