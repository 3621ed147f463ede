import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { administrators } from '#contract/administrators.ts'
import { cmsPages } from '#contract/cms-pages.ts'
import { type FirstStep, firstStepNames, firstSteps } from '#contract/first-steps.ts'
import { manuals } from '#contract/manuals.ts'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { topics } from '#contract/topics.ts'
import { years } from '#contract/years.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addAnotherAdmin } from '../../testing/people.ts'
import { GRACE } from '../../testing/team.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp({ SMTP_URL: '' })
})
afterEach(() => app.close())

const read = async (token = app.token) => (await app.call(firstSteps.get, {}, { token })).data
const done = async () => (await read()).steps.flatMap(({ name, is_done }) => (is_done ? [name] : []))

describe('the first steps', () => {
  it('of an empty installation are all open, in order', async () => {
    const { is_shown, steps } = await read()
    expect(is_shown).toBe(true)
    expect(steps).toEqual(firstStepNames.map((name) => ({ name, is_done: false })))
  })

  it('are done one by one, and open again when what they need is deleted', async () => {
    const doneWith = async (step: FirstStep) => expect(await done()).toContain(step)
    const { _id: cat_id } = (await app.call(rvTypes.add, { name: 'Trailer', seq_no: 1 })).data
    await doneWith('rv_types')
    const { _id: year_id } = (await app.call(years.add, { name: '2027' })).data
    await doneWith('years')
    await app.call(models.add, { cat_id, year_id, name: '650', seq_no: 1, description: 'Light.' })
    await doneWith('models')
    const { _id: topic_id } = (await app.call(topics.add, { name: 'Brakes', seq_no: 1 })).data
    await doneWith('topics')
    await app.call(manuals.add, { category: cat_id, year: year_id })
    await doneWith('manual')
    await app.call(administrators.invite, GRACE)
    await doneWith('colleague')
    await app.call(topics.delete, { topic_id })
    expect(await done()).not.toContain('topics')
  })

  it('need terms and privacy that say something', async () => {
    await app.call(cmsPages.add, { title: 'Terms', code: 'Terms', content: '<p>Be kind.</p>' })
    const { data } = await app.call(cmsPages.add, { title: 'Privacy', code: 'privacy', content: '' })
    expect(await done()).toEqual([])
    await app.call(cmsPages.edit, { cms_page_id: data._id, title: 'Privacy', content: '<p>We keep little.</p>' })
    expect(await done()).toEqual(['terms_and_privacy'])
  })

  it('know of mail and backups, and are not shown with demo data', async () => {
    await app.close()
    const backupState = async () => ({
      last: '2027-01-01T00:00:00.000Z',
      problem: null,
      overdue: false,
      ofStorage: false,
      missing: 0,
    })
    app = await buildTestApp({ SMTP_URL: 'smtp://127.0.0.1:25' }, { backupState })
    expect(await done()).toEqual(['mail', 'backups'])
    app.deps.settings.demoData = true
    expect((await read()).is_shown).toBe(false)
  })

  it('are dismissed by each administrator alone, twice as once, and come back', async () => {
    const other = await addAnotherAdmin(app, 'Grace')
    for (let times = 0; times < 2; times++) await app.call(firstSteps.dismiss, {})
    expect([(await read()).is_shown, (await read(other.token)).is_shown]).toEqual([false, true])
    await app.call(firstSteps.dismiss, { dismissed: false })
    expect((await read()).is_shown).toBe(true)
  })
})
