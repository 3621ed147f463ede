import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { openLog } from '../log.ts'
import { answerError } from './error-handler.ts'

/** The log entry and the answer of a call that fails with this error. */
async function failing(error: Error) {
  const lines: string[] = []
  const log = openLog('error', { write: (line: string) => void lines.push(line) })
  const app = Fastify({ loggerInstance: log })
  app.setErrorHandler(answerError)
  app.get('/', () => {
    throw error
  })
  const { statusCode, body } = await app.inject('/')
  await app.close()
  return { status: statusCode, body, log: lines.join('') }
}
const withCode = (code: string, message: string) => Object.assign(new Error(message), { code })

it.each([
  ['SQLITE_FULL', 'the disk of DATA_DIR on this server is full'],
  ['ENOSPC', 'a disk of this server is full'],
  ['53100', 'the disk of the PostgreSQL server is full'],
])('A full disk (%s) is answered with 503, and the log says whose it is', async (code, whose) => {
  const { status, body, log } = await failing(withCode(code, 'database or disk is full'))
  expect(status).toBe(503)
  expect(body).toContain('There is no room left to store this.')
  expect(log).toContain(whose)
})

it('A refusal that has a cause of ours is a line in the log, with the cause', async () => {
  const refusal = Object.assign(new AppError(422, 'It cannot be checked.'), { cause: new Error('of ada is damaged') })
  const { status, body, log } = await failing(refusal)
  expect([status, JSON.parse(body)]).toEqual([422, { code: 'invalid', message: 'It cannot be checked.' }])
  expect(log).toContain('of ada is damaged')
})
