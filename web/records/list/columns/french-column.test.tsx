import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { rvTypes } from '#contract/rv-types.ts'
import { RvTypesScreen } from '#web/screens/rv-types/rv-types-screen.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { anRvType, pageOfRows } from '#web/testing/rows.ts'

async function open(french: boolean) {
  const api = fakeApi({ french })
  api.answers(rvTypes.list, pageOfRows([anRvType({ french: 'older' })]))
  const { user } = renderScreen(<RvTypesScreen />, { path: '/rv-types?french=older,part' })
  await screen.findByRole('checkbox', { name: /^Select / })
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await screen.findByRole('checkbox', { name: 'Models' })
  return { user, asked: () => api.calls(rvTypes.list).at(-1)?.filters }
}

it('can be chosen and filtered where owners read French', async () => {
  const { user, asked } = await open(true)
  expect(asked()).toEqual({ french: { op: 'in', value: ['part', 'older'] } })
  await user.click(screen.getByRole('checkbox', { name: 'French' }))
  expect(await screen.findByRole('gridcell', { name: 'Older' })).toBeInTheDocument()
})

it('is not there where they do not', async () => {
  const { asked } = await open(false)
  expect(asked() ?? {}).toEqual({})
  expect(screen.queryByRole('checkbox', { name: 'French' })).toBeNull()
})
