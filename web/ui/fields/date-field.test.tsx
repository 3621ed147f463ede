import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { DateInput } from './date-field.tsx'

const changed = vi.fn<(value: string) => void>()

function Dated({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start)
  const change = (next: string) => {
    changed(next)
    setValue(next)
  }
  return <DateInput label="Due Date" value={value} onChange={change} min="2027-03-02" />
}

const calendar = () => document.querySelector<HTMLInputElement>('input[type=date]') ?? expect.fail('no calendar')

describe('a date field', () => {
  it('is typed and shown as MM-DD-YYYY and holds YYYY-MM-DD', async () => {
    const { user } = renderScreen(<Dated />)
    const field = screen.getByRole('textbox', { name: 'Due Date' })
    expect(field).toHaveAttribute('placeholder', 'MM-DD-YYYY')
    await user.type(field, '03152027')
    expect(field).toHaveValue('03-15-2027')
    expect(changed).toHaveBeenLastCalledWith('2027-03-15')
    expect(calendar()).toHaveValue('2027-03-15')
  })

  it('opens the calendar, which offers no day before the earliest one, and takes over what is chosen', async () => {
    const { user } = renderScreen(<Dated start="2027-03-15" />)
    const shown = vi.fn<() => void>()
    calendar().showPicker = shown
    await user.click(screen.getByRole('button', { name: 'Open calendar' }))
    expect(shown).toHaveBeenCalledOnce()
    expect(calendar()).toHaveAttribute('min', '2027-03-02')
    fireEvent.change(calendar(), { target: { value: '2027-04-02' } })
    expect(screen.getByRole('textbox', { name: 'Due Date' })).toHaveValue('04-02-2027')
  })

  it('can be corrected in the middle and emptied', async () => {
    const { user } = renderScreen(<Dated start="2027-03-15" />)
    const field = screen.getByRole('textbox', { name: 'Due Date' })
    await user.type(field, '{Backspace}', { initialSelectionStart: 4, initialSelectionEnd: 4 })
    expect(field).toHaveValue('03-5-2027')
    await user.clear(field)
    expect(changed).toHaveBeenLastCalledWith('')
  })
})
