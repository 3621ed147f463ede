import { afterEach, beforeEach, expect, it } from 'vitest'
import { rvTypes } from '#contract/rv-types.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

it('counts what a piece of work asks of the database, and nothing before or behind it', async () => {
  const two = () => app.db.selectFrom('years').select('id').execute()
  await two()
  const { statements, transactions } = await app.statementsOf(async () => {
    await two()
    await two()
  })
  await two()
  expect(statements).toHaveLength(2)
  expect(statements[0]).toMatch(/^select "id" from "years"/)
  expect(transactions).toBe(0)
})

it('counts a transaction, whose beginning and end are no statements', async () => {
  const saved = await app.statementsOf(() => app.call(rvTypes.add, { name: 'Toy Hauler', seq_no: 1 }))
  expect(saved.transactions).toBe(1)
  expect(saved.statements).toContainEqual(expect.stringMatching(/^insert into "?rv_types"?/))
  expect(saved.statements).not.toContainEqual(expect.stringMatching(/^(begin|commit)/))
})

it('counts no further when the work has failed', async () => {
  const failing = app.statementsOf(async () => {
    throw new Error('No.')
  })
  await expect(failing).rejects.toThrow('No.')
  const { statements } = await app.statementsOf(async () => {})
  expect(statements).toEqual([])
})
