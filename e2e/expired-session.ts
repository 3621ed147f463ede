import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { SqliteFile } from '../server/db/engines/sqlite-file.ts'
import { ADMIN, type RunningServer } from './server.ts'

const LONG_AGO = '2020-01-01T00:00:00.000Z'

/** Makes the session of this page expire; the page learns of it only from the stream. */
export async function expireSession(page: Page, { dataDir, databaseUrl }: RunningServer) {
  const { token, apiKey } = await page.evaluate(() => ({
    token: localStorage.getItem('token') ?? '',
    apiKey: JSON.parse(document.getElementById('app-settings')?.textContent ?? '{}').apiKey as string,
  }))
  const hash = createHash('sha256').update(token).digest('hex')
  if (databaseUrl) {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    await client.query('update sessions set used_at = $1 where token_hash = $2', [LONG_AGO, hash])
    await client.end()
  } else {
    const database = new SqliteFile(join(dataDir, 'back-office.db'))
    database.prepare('update sessions set used_at = ? where token_hash = ?').run([LONG_AGO, hash])
    database.close()
  }
  // The server looks at the sessions of open streams when one has ended.
  const call = async (name: string, data: object, token = '') =>
    (await page.request.post(`/api/v1/admin/users/${name}`, { headers: { 'x-api-key': apiKey, token }, data })).json()
  const { data } = (await call('login', ADMIN)) as { data: { token: string } }
  await call('logout', {}, data.token)
}
