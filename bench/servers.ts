import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import Fastify from 'fastify'
import { pino } from 'pino'
import { buildApp } from '../server/app.ts'
import { migrate } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/open.ts'
import { inTransaction } from '../server/db/transaction.ts'
import { addPeople } from '../server/demo/add-people.ts'
import { diskFiles } from '../server/outside/files/disk.ts'
import { placesOnThread } from '../server/outside/places/places.ts'
import { warrantyRegister } from '../server/outside/warranty/register.ts'
import { createFirstAdmin } from '../server/resources/account/first-admin.ts'
import { openSession } from '../server/secrets/sessions.ts'
import { readSettings } from '../server/settings.ts'
import { fillModels } from './fill.ts'

/**
 * The process that is measured: the product on a database with as many models as the first argument says, and beside it
 * a bare node:http server, a bare Fastify with one prepared indexed query on the same file, and a raw single commit.
 * Tells its parent where they listen.
 */
const rows = Number(process.argv[2])
const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
const file = join(dataDir, 'back-office.db')
const db = openDatabase(file)
await migrate(db)
const settings = readSettings({ DATA_DIR: dataDir, ADMIN_EMAIL: 'bench@example.com', LOG_LEVEL: 'silent' })
await createFirstAdmin(db, settings)
await fillModels(db, rows)
// 25,000 users and 30,000 RVs, whatever the number of models.
await inTransaction(db, addPeople)
const admin = await db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
const type = await db.selectFrom('rv_types').selectAll().executeTakeFirstOrThrow()
const token = await openSession(db, admin.id)

const product = await buildApp(
  {
    db,
    settings,
    apiKey: 'bench',
    files: diskFiles(join(dataDir, 'files')),
    checkWarranty: warrantyRegister(db),
    identities: {},
    places: placesOnThread(),
    lookForJobs: () => {},
    log: pino({ level: 'silent' }),
  },
  { version: '0.0.0', webFolder: dataDir },
)

const bareHttp = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end('{"message":"hello"}')
})

const raw = new Database(file)
raw.pragma('synchronous = FULL')
raw.exec('create table if not exists raw_commits (id integer primary key, n integer)')
raw.exec('insert or ignore into raw_commits values (1, 0)')
// The same ten rows with the same fields as the product's list answers, less the names of type and year.
const page = raw.prepare(
  `select id, is_deleted, version, created_at, updated_at, name, seq_no, description, cat_id, year_id
   from models order by name_key, id limit 10`,
)
const commit = raw.prepare('update raw_commits set n = n + 1 where id = 1')
const bareFastify = Fastify()
bareFastify.post('/query', async () => ({ data: page.all() }))
bareFastify.post('/commit', async () => ({ changes: commit.run().changes }))

const port = (server: { address: () => unknown }) => (server.address() as AddressInfo).port
await new Promise<void>((listening) => bareHttp.listen(0, '127.0.0.1', listening))
await bareFastify.listen({ host: '127.0.0.1', port: 0 })
await product.listen({ host: '127.0.0.1', port: 0 })

process.send?.({
  http: port(bareHttp),
  fastify: port(bareFastify.server),
  product: port(product.server),
  token,
  type: { cat_id: type.id, name: type.name },
})

process.on('disconnect', () => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
})
