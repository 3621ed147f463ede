import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { frenchCalls } from '#contract/french-calls.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { setWindowWidth } from '#web/testing/window-width.ts'
import { WithFrench } from './with-french.tsx'

let api: ReturnType<typeof fakeApi>
let errors: Record<string, string> = {}
const form = { getInputProps: (name: string) => ({ error: errors[name], onChange: () => {} }) }

beforeEach(() => {
  errors = {}
  setWindowWidth(1440)
  api = fakeApi({ french: true })
  api.answers(frenchCalls.changed, {
    message: 'French',
    data: [{ field: 'name', is_rich: false, from: 'Truck Camper', to: 'Slide-In Camper' }],
  })
})

const open = (french: 'older' | 'current' = 'current') =>
  renderScreen(
    <WithFrench form={form} name="name" type="rv_types" record={{ _id: 't1', french }} label="Name">
      {({ label }) => <input aria-label={label} />}
    </WithFrench>,
  )
const field = (name: string) => screen.queryByRole('textbox', { name })

describe('A field with its French', () => {
  it('stands beside it, and alone where owners read none', () => {
    const { unmount } = open()
    expect([field('Name'), field('Name (French)')]).not.toContain(null)
    unmount()
    api = fakeApi()
    open()
    expect([field('Name') === null, field('Name (French)')]).toEqual([false, null])
  })

  it('stands in tabs on phones, and what is refused in French comes to the front', () => {
    setWindowWidth(390)
    const { unmount } = open()
    expect([field('Name') === null, field('Name (French)')]).toEqual([false, null])
    fireEvent.click(screen.getByRole('tab', { name: 'French' }))
    expect([field('Name'), field('Name (French)') === null]).toEqual([null, false])
    unmount()
    errors = { name_fr: 'Please use at most 60 characters.' }
    open()
    expect(field('Name (French)')).not.toBeNull()
  })

  it('shows by word what has changed in the English where the French is older', async () => {
    open('older')
    fireEvent.click(await screen.findByRole('button', { name: 'Show what changed in the English', expanded: false }))
    expect((await screen.findByText('Slide-In')).tagName).toBe('INS')
    expect(screen.getByText('Truck').tagName).toBe('DEL')
    fireEvent.click(screen.getByRole('button', { name: 'Hide what changed in the English', expanded: true }))
    expect(screen.queryByText('Truck')).toBeNull()
  })

  it('asks for nothing where the French is current', () => {
    open()
    expect(api.calls(frenchCalls.changed)).toEqual([])
  })
})
