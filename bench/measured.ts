import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { v7 as newId } from 'uuid'
import { buildApp } from '../server/app.ts'
import { openSession } from '../server/auth/sessions.ts'
import { readQuery } from '../server/db/raw-query.ts'
import type { Db } from '../server/db/schema.ts'
import { diskFiles } from '../server/integrations/files/disk.ts'
import { pictureFetcher } from '../server/integrations/pictures/fetch-picture.ts'
import { placesOnThread } from '../server/integrations/places/places.ts'
import { inboxPush } from '../server/integrations/push/inbox.ts'
import { warrantyRegister } from '../server/integrations/warranty/register.ts'
import { webhookPoster } from '../server/integrations/webhooks/post-webhook.ts'
import { startJobs } from '../server/jobs/start-jobs.ts'
import { localBus } from '../server/live/bus.ts'
import { changeJobs } from '../server/resources/changes/change-jobs.ts'
import { readSettings } from '../server/settings/settings.ts'
import { openConfiguredDatabase } from '../server/start/open-configured.ts'
import { bareServer } from './bare.ts'
import { ACCOUNTS, accountOf } from './logins.ts'
import type { Ready } from './server.ts'

/** The process being measured. It tells its parent where it listens and ends with it. */
const settings = readSettings({ ...process.env, LOG_LEVEL: 'silent' })
const db = await openConfiguredDatabase(settings)
const admin = await db.selectFrom('admins').selectAll().orderBy('created_at').executeTakeFirstOrThrow()
await addAccounts(db)
// Logins that an earlier run left unfinished still count as attempts.
await db.deleteFrom('tries').execute()

const bus = localBus()
const log = pino({ level: 'silent' })
startJobs(db, { jobs: changeJobs({ db, bus, log }), due: {} }, log)
const product = await buildApp(
  {
    db,
    settings,
    apiKey: 'bench',
    files: diskFiles(join(settings.dataDir, 'files')),
    checkWarranty: warrantyRegister(db),
    fetchPicture: pictureFetcher(),
    push: inboxPush,
    postWebhook: webhookPoster({ privateAddresses: false }),
    identities: {},
    places: placesOnThread(),
    troubles: () => [],
    bus,
    log,
  },
  { version: '0.0.0', webFolder: join(import.meta.dirname, '..', 'dist') },
)
const bare = await bareServer(db, settings, admin.password_hash)
await bare.listen({ host: '127.0.0.1', port: 0 })
await product.listen({ host: '127.0.0.1', port: 0 })

const address = (app: typeof product) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
const [user] = await readQuery<{ email_key: string }>(
  db,
  'select email_key from users order by id limit 1 offset 500',
  [],
)
const [rv] = await readQuery<{ vin: string }>(db, 'select vin from rvs order by id limit 1 offset 500', [])
const types = await db.selectFrom('rv_types').select(['id', 'name']).where('name_key', 'like', 'bench %').execute()
const ready: Ready = {
  product: address(product),
  bare: address(bare),
  token: await openSession(db, admin.id),
  rare: { email: user?.email_key.split('@')[0] ?? '', vin: rv?.vin ?? '' },
  types: types.map(({ id, name }) => ({ cat_id: id, name })),
}
process.send?.(ready)
process.on('disconnect', () => process.exit(0))

/** Clients that sign in at the same time need an account each, because attempts are counted by account. */
async function addAccounts(db: Db) {
  const { name_key: _computed, ...first } = admin
  for (let number = 0; number < ACCOUNTS; number++) {
    const email = accountOf(number)
    const known = await db.selectFrom('admins').select('id').where('email', '=', email).executeTakeFirst()
    if (!known) {
      await db
        .insertInto('admins')
        .values({ ...first, id: newId(), email })
        .execute()
    }
  }
}
