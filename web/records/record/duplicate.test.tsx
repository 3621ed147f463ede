import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { dealers } from '#contract/dealers.ts'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { vinPatterns } from '#contract/vin-patterns.ts'
import { years } from '#contract/years.ts'
import { DealersScreen } from '#web/screens/dealers/dealers-screen.tsx'
import { ModelsScreen } from '#web/screens/models/models-screen.tsx'
import { RvTypesScreen } from '#web/screens/rv-types/rv-types-screen.tsx'
import { SubTopicsScreen } from '#web/screens/sub-topics/sub-topics-screen.tsx'
import { YearsScreen } from '#web/screens/years/years-screen.tsx'
import { chooseAction } from '#web/testing/choose-action.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aDealer } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aModel, anRvType, aSubTopic, aTopic, aYear, pageOfRows } from '#web/testing/rows.ts'
import { storedDrafts } from '#web/testing/stored-drafts.ts'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  api.answers(models.list, pageOfRows([aModel()]))
  api.answers(models.get, { message: 'Model', data: aModel() })
  api.answers(rvTypes.list, pageOfRows([anRvType()]))
  api.answers(years.list, pageOfRows([aYear()]))
  api.answers(topics.list, pageOfRows([aTopic()]))
  api.answers(subTopics.list, pageOfRows([aSubTopic()]))
  api.answers(dealers.list, pageOfRows([aDealer()]))
  api.answers(records.next_number, { message: '', data: { seq_no: 9 } })
})

const field = (form: ReturnType<typeof within>, name: string) => form.getByRole('textbox', { name })
const formNamed = async (name: string) => within(await screen.findByRole('dialog', { name }))
/** The text that is selected in a field. */
const selected = (box: HTMLElement) => {
  const { value, selectionStart, selectionEnd } = box as HTMLInputElement
  return value.slice(selectionStart ?? 0, selectionEnd ?? 0)
}

describe('Duplicate', () => {
  it('opens the form of a new record with the values, the name selected and the next number, and saves nothing', async () => {
    api.answers(models.add, { message: 'Model added successfully.', data: aModel({ _id: 'model-2' }) })
    const { user, router } = renderScreen(<ModelsScreen />, { path: '/models' })
    await chooseAction(user, '2285 (Travel Trailer 2027)', 'Duplicate')
    const form = await formNamed('New Model')
    expect(router.state.location.search).toBe('?duplicate=model-1')
    await waitFor(() => expect(field(form, 'Name')).toHaveFocus())
    expect(selected(field(form, 'Name'))).toBe('2285')
    await waitFor(() => expect(field(form, 'Sequence No.')).toHaveValue('9'))
    await waitFor(() => expect(form.getByRole('combobox', { name: 'Category' })).toHaveValue('Travel Trailer'))
    expect(form.getByRole('combobox', { name: 'Year' })).toHaveValue('2027')
    expect(field(form, 'Description')).toHaveValue('Bunks for two at the rear.')
    expect(api.calls(models.add)).toEqual([])
    await user.keyboard('2286')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.calls(models.add)).toEqual([
      {
        cat_id: 'type-1',
        year_id: 'year-1',
        name: '2286',
        seq_no: 9,
        description: 'Bunks for two at the rear.',
        external_id: null,
      },
    ])
  })

  it('is left without a question and without a draft, and the focus goes back', async () => {
    const { user } = renderScreen(<ModelsScreen />, { path: '/models' })
    const button = await screen.findByRole('button', { name: 'More actions for 2285 (Travel Trailer 2027)' })
    await chooseAction(user, '2285 (Travel Trailer 2027)', 'Duplicate')
    const form = await formNamed('New Model')
    await waitFor(() => expect(field(form, 'Name')).toHaveFocus())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(button).toHaveFocus())
    expect(await storedDrafts()).toEqual([])
  })

  it('keeps what was typed across a reload, apart from the form of an empty new record', async () => {
    const { user, unmount } = renderScreen(<ModelsScreen />, { path: '/models?duplicate=model-1' })
    await user.type(field(await formNamed('New Model'), 'Description'), ' Two slides.')
    unmount()
    const again = renderScreen(<ModelsScreen />, { path: '/models?duplicate=model-1' })
    expect(field(await formNamed('New Model'), 'Description')).toHaveValue('Bunks for two at the rear. Two slides.')
    again.unmount()
    renderScreen(<ModelsScreen />, { path: '/models?new' })
    expect(field(await formNamed('New Model'), 'Description')).toHaveValue('')
  })

  it('is offered in words on the page of a record', async () => {
    api.answers(rvs.list, pageOfRows([]))
    api.answers(vinPatterns.list, pageOfRows([]))
    api.answers(changes.of_record, { message: '', data: [], total: 0, current_page: 1 })
    const { user } = renderScreen([{ path: '/models/:id', element: <ModelsScreen /> }], { path: '/models/model-1' })
    const button = await screen.findByRole('button', { name: 'Duplicate 2285 (Travel Trailer 2027)' })
    expect(button).toHaveTextContent('Duplicate')
    await user.click(button)
    expect(field(await formNamed('New Model'), 'Name')).toHaveValue('2285')
  })

  it('stays within the topic of a sub topic', async () => {
    const { user } = renderScreen(<SubTopicsScreen />, { path: '/sub-topics' })
    await chooseAction(user, 'Fuses and Breakers (Electrical)', 'Duplicate')
    const form = await formNamed('New Sub Topic')
    await waitFor(() => expect(field(form, 'Sequence No.')).toHaveValue('9'))
    expect(form.getByRole('combobox', { name: 'Topic' })).toBeEnabled()
    expect(api.calls(records.next_number)).toEqual([{ record_type: 'sub_topics', within: 'topic-1' }])
  })

  it('takes over the fields of a dealer, but not its logo', async () => {
    api.answers(dealers.list, pageOfRows([aDealer({ logo: '/files/logo.png' })]))
    const { user } = renderScreen(<DealersScreen />, { path: '/rv-dealers' })
    await chooseAction(user, 'Northgate RV (Sacramento)', 'Duplicate')
    const form = await formNamed('Add New Details')
    await waitFor(() => expect(selected(field(form, 'Name'))).toBe('Northgate RV'))
    expect(field(form, 'City')).toHaveValue('Sacramento')
    expect(form.queryByRole('img')).toBeNull()
    expect(form.getByText(/The logo of Northgate RV is not copied\./)).toBeVisible()
  })

  it('is offered for years, and not where lists are short', async () => {
    const { unmount, user } = renderScreen(<YearsScreen />, { path: '/years' })
    await user.click(await screen.findByRole('button', { name: 'More actions for 2027' }))
    expect(await screen.findByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
    unmount()
    const short = renderScreen(<RvTypesScreen />, { path: '/rv-types' })
    await short.user.click(await screen.findByRole('button', { name: 'More actions for Travel Trailer' }))
    await screen.findByRole('menuitem', { name: /^History/ })
    expect(screen.queryByRole('menuitem', { name: 'Duplicate' })).toBeNull()
  })
})
