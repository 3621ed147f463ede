import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { account, tokenOf } from '#contract/account.ts'
import { appImages } from '#contract/app-images.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { years } from '#contract/years.ts'
import { ADMIN } from '../e2e/server.ts'
import { SqliteFile } from '../server/db/engines/sqlite-file.ts'
import { aPicture } from '../server/testing/pictures.ts'
import { answered, type Call, callerOf } from './call.ts'
import type { History } from './history.ts'

const TOPICS = 4
const SUB_TOPICS = 8
const PNG_END = Buffer.from('IEND').toString('hex')

export const keyOf = (dataDir: string) => readFileSync(join(dataDir, 'api-key'), 'utf8').trim()

/** Signs in and returns the session's token. */
export async function signIn(url: string, dataDir: string) {
  return tokenOf(answered(await callerOf(url, keyOf(dataDir))(account.login, ADMIN)).data)
}

/** What is written to: a number that changes, and topics that are deleted and restored with their sub topics. */
export type Targets = { cat_id: string; topic_ids: string[] }

/** Adds what is written to, and notes it in the history. */
export async function prepare(call: Call, history: History): Promise<Targets> {
  const topic_ids: string[] = []
  for (let place = 0; place < TOPICS; place++) {
    const topic_id = answered(await call(topics.add, { name: `Topic ${place}`, seq_no: place })).data._id
    await history.write(`topic ${topic_id}`, 'active', async () => {
      for (let below = 0; below < SUB_TOPICS; below++) {
        answered(await call(subTopics.add, { topic_id, name: `Sub topic ${below}`, seq_no: below }))
      }
      return { known: true, output: undefined }
    })
    topic_ids.push(topic_id)
  }
  let cat_id = ''
  await history.write('number', '1', async () => {
    const added = await call(rvTypes.add, { name: 'Travel Trailer', seq_no: 1 })
    cat_id = answered(added).data._id
    return added
  })
  return { cat_id, topic_ids }
}

/** Names for years and numbers that were not used before. */
export function counter() {
  let next = 2000
  return () => next++
}

/**
 * Writes different things at the same time: four writers add years, one changes a number, one adds pictures, and each
 * topic is deleted and restored in turn. Each writer stops when `continueWith`, which gets whether the last write was
 * acknowledged, returns false.
 */
export async function writeSideBySide(
  call: Call,
  history: History,
  { cat_id, topic_ids }: Targets,
  next: () => number,
  continueWith: (known: boolean) => boolean | Promise<boolean>,
) {
  const keepOn = async (write: () => Promise<boolean>) => {
    while (await continueWith(await write()));
  }
  const addYear = () => {
    const name = String(next())
    return history.write(`year ${name}`, 'there', () => call(years.add, { name }))
  }
  const changeNumber = () => {
    const seq_no = next()
    return history.write('number', String(seq_no), () => call(rvTypes.edit, { cat_id, name: 'Travel Trailer', seq_no }))
  }
  const picture = await aPicture()
  const addPicture = () => {
    const seq_no = next()
    return history.write(`picture ${seq_no}`, 'whole', () => call(appImages.add, { url: picture, seq_no }))
  }
  await Promise.all([
    ...Array.from({ length: 4 }, () => keepOn(addYear)),
    keepOn(changeNumber),
    keepOn(addPicture),
    ...topic_ids.map((topic_id) => {
      let deleted = false
      return keepOn(() => {
        deleted = !deleted
        const value = deleted ? 'deleted' : 'active'
        return history.write(`topic ${topic_id}`, value, () =>
          call(deleted ? topics.delete : topics.restore, { topic_id }),
        )
      })
    }),
  ])
}

/** What was found: the things by key and value, and what is inconsistent. */
type Found = { found: [string, string][]; unsound: unknown[] }

/** What a data folder contains, read without the server. */
export async function readFolder(dataDir: string): Promise<Found> {
  const database = new SqliteFile(join(dataDir, 'back-office.db'), { readonly: true })
  try {
    const { found, unsound } = await readThings(<Row>(query: string) => database.prepare(query).all() as Row[], dataDir)
    const integrity = database.column('pragma integrity_check')[0]
    return { found, unsound: [...unsound, ...(integrity === 'ok' ? [] : [integrity])] }
  } finally {
    database.close()
  }
}

/** What a database and its files in `dataDir` contain; `all` queries it. */
export async function readThings(all: <Row>(query: string) => Row[] | Promise<Row[]>, dataDir: string): Promise<Found> {
  type Flags = { id: string; is_deleted: number }
  const years = await all<{ name: string }>('select name from years')
  const numbers = await all<{ seq_no: number }>('select seq_no from rv_types')
  const pictures = await all<{ seq_no: number; url_file: string }>('select seq_no, url_file from app_images')
  const topics = await all<Flags>('select id, is_deleted from topics')
  const below = await all<Flags>('select distinct topic_id as id, is_deleted from sub_topics')
  const statesOf = (topic: Flags) => new Set([topic, ...below.filter(({ id }) => id === topic.id)].map(wordFor))
  return {
    found: [
      ...years.map(({ name }) => pair(`year ${name}`, 'there')),
      ...numbers.map(({ seq_no }) => pair('number', String(seq_no))),
      ...pictures.map(({ seq_no, url_file }) =>
        pair(`picture ${seq_no}`, isWhole(join(dataDir, 'files', url_file)) ? 'whole' : 'broken'),
      ),
      ...topics.map((topic) => pair(`topic ${topic.id}`, [...statesOf(topic)].join(' and '))),
    ],
    unsound: await all(`select record_id from activity where action = 'add' group by record_id having count(*) > 1`),
  }
}

const wordFor = ({ is_deleted }: { is_deleted: number }) => (Number(is_deleted) ? 'deleted' : 'active')

const pair = (key: string, value: string): [string, string] => [key, value]

const isWhole = (path: string) => existsSync(path) && readFileSync(path).subarray(-8).toString('hex').includes(PNG_END)
