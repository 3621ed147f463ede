import { counted } from '#contract/plural.ts'
import { webhooks } from '#contract/webhooks.ts'
import type { Actor } from '../../actor.ts'
import type { Place } from '../../auth/security-events.ts'
import type { Session } from '../../auth/sessions.ts'
import { untilEarlierEnd } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve } from '../../http/serve.ts'
import { listDeliveries } from '../../webhooks/deliveries.repository.ts'
import { handleGivenUp, tryWebhook } from './trying.service.ts'
import { addWebhook, editWebhook, endWebhook, findWebhook, listWebhooks, replaceSecret } from './webhooks.service.ts'

const PAGE_SIZE = 20

const byOf = (actor: Actor, place: Place, { tokenHash }: Session) => ({ actor, place, session: tokenHash })

/** Answers the calls of contract/webhooks.ts. */
export function webhookRoutes(app: App, { db, settings, postWebhook }: Deps) {
  const addresses = { privateAddresses: settings.webhookPrivateAddresses }

  serve(app, webhooks.list, async () => ({ message: 'Webhooks', data: await listWebhooks(db) }))

  // The webhook misses changes already in progress, so they must end before the answer: a full read then finds them.
  serve(app, webhooks.add, async (fields, { actor, browser, session, write }) => {
    const added = await write((db) => addWebhook(db, fields, { ...byOf(actor, browser, session), addresses }))
    await untilEarlierEnd(db)
    return { message: 'Webhook added successfully.', ...added }
  })

  serve(app, webhooks.edit, async ({ webhook_id, ...fields }, { actor, browser, session, write }) => {
    const data = await write((db) =>
      editWebhook(db, webhook_id, fields, { ...byOf(actor, browser, session), addresses }),
    )
    await untilEarlierEnd(db)
    return { message: 'Webhook changed successfully.', data }
  })

  serve(app, webhooks.end, async ({ webhook_id }, { actor, browser, write }) => {
    await write((db) => endWebhook(db, webhook_id, { actor, place: browser }))
    return { message: 'Webhook ended successfully.' }
  })

  serve(app, webhooks.try, async ({ webhook_id }) => {
    const data = await tryWebhook(db, postWebhook, webhook_id)
    return { message: data.delivered ? 'The receiver took the test event.' : 'The test event was not taken.', data }
  })

  serve(app, webhooks.deliveries, async ({ webhook_id, state, page = 1, per_page = PAGE_SIZE }) => {
    await findWebhook(db, webhook_id)
    const { rows, total } = await listDeliveries(db, webhook_id, { state, page, per_page })
    return { message: 'Deliveries', data: rows, total, current_page: page }
  })

  serve(app, webhooks.newSecret, async ({ webhook_id }, { actor, browser, session, write }) => ({
    message: 'The secret was replaced. The old one signs as well for a day.',
    ...(await write((db) => replaceSecret(db, webhook_id, byOf(actor, browser, session)))),
  }))

  serve(app, webhooks.givenUp, async ({ webhook_id, again }, { write }) => {
    const deliveries = await write((db) => handleGivenUp(db, webhook_id, again))
    const number = counted(deliveries, 'delivery', 'deliveries')
    if (!deliveries) return { message: 'There were no deliveries left.' }
    return { message: again ? `Sending ${number} again.` : `Dismissed ${number}.` }
  })
}
