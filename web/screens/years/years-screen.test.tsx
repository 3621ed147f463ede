import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { years } from '#contract/years.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aYear, pageOfRows } from '#web/testing/rows.ts'
import { YearsScreen } from './years-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = () => renderScreen(<YearsScreen />, { path: '/years' })

beforeEach(() => {
  api = fakeApi()
  api.answers(years.list, pageOfRows([aYear({ is_deleted: true })]))
})

describe('Years', () => {
  it('takes digits only', async () => {
    api.answers(years.add, { message: 'Year added successfully.', data: aYear() })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'New' }))
    const form = within(await screen.findByRole('dialog', { name: 'New Year' }))
    const name = form.getByRole('textbox', { name: 'Name' })
    await user.type(name, '20a')
    await user.tab()
    expect(form.getByText('Invalid year, please enter the valid year.')).toBeVisible()
    await user.clear(name)
    expect(form.getByText('Year cannot be empty.')).toBeVisible()
    await user.type(name, '2030{Enter}')
    expect(await screen.findByText('Year added successfully.')).toBeVisible()
    expect(api.calls(years.add)).toEqual([{ name: '2030' }])
  })

  it('says which is being prepared, and leads to where it goes live', async () => {
    api.answers(
      years.list,
      pageOfRows([
        aYear({ _id: 'y27', name: '2027', is_prepared: true }),
        aYear({ _id: 'y26', name: '2026' }),
        aYear({ _id: 'y25', name: '2025', is_prepared: true, is_deleted: true }),
      ]),
    )
    const { user, router } = open()
    const badge = await screen.findByRole('link', { name: 'Being prepared' })
    expect(badge.closest('[role=row]')).toHaveTextContent('2027')
    expect(screen.getByRole('row', { name: /2026/ })).toHaveTextContent('Active')
    expect(screen.getByRole('row', { name: /2025/ })).toHaveTextContent('Inactive')
    await user.click(badge)
    expect(router.state.location.pathname).toBe('/rollover')
  })
})
