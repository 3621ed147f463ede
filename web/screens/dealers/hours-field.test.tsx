import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { dealers } from '#contract/dealers.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aDealer } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows } from '#web/testing/rows.ts'
import { DealersScreen } from './dealers-screen.tsx'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
})

/** Opens the form of a dealer with these hours of sales, and their editor. */
async function openHours(hour_sales: string) {
  const dealer = aDealer({ hour_sales })
  api.answers(dealers.list, pageOfRows([dealer]))
  api.answers(dealers.get, { message: '', data: dealer })
  const { user } = renderScreen(<DealersScreen />, { path: `/rv-dealers?edit=${dealer._id}` })
  const field = await screen.findByRole('textbox', { name: 'Hour Sales' })
  const button = screen.getByRole('button', { name: 'Hour Sales by weekday' })
  button.focus()
  await user.keyboard('{Enter}')
  expect(button).toHaveAttribute('aria-expanded', 'true')
  const editor = within(screen.getByRole('group', { name: 'Hour Sales by weekday' }))
  return {
    user,
    field,
    editor,
    setTime: (name: string, value: string) => fireEvent.change(editor.getByLabelText(name), { target: { value } }),
  }
}

it('reads the text by weekday, and writes it back in the usual short form', async () => {
  const { user, field, editor, setTime } = await openHours('Weekdays 8 to 17:00; Saturday 9-1')
  expect(editor.getByLabelText('Friday closes at')).toHaveValue('17:00')
  expect(editor.getByLabelText('Saturday closes at')).toHaveValue('13:00')
  expect(editor.getByRole('checkbox', { name: 'Sunday' })).not.toBeChecked()
  expect(field).toHaveValue('Weekdays 8 to 17:00; Saturday 9-1')
  setTime('Saturday closes at', '12:30')
  expect(field).toHaveValue('Mon-Fri 8am-5pm, Sat 9am-12:30pm, Sun closed')
  await user.click(editor.getByRole('checkbox', { name: 'Wednesday' }))
  await user.click(editor.getByRole('checkbox', { name: 'Closed on public holidays' }))
  expect(field).toHaveValue('Mon-Tue & Thu-Fri 8am-5pm, Wed & Sun closed, Sat 9am-12:30pm, holidays closed')
})

it('takes hours past midnight, and several on one day', async () => {
  const { user, field, editor, setTime } = await openHours('Mon 6pm-10pm')
  setTime('Monday closes at', '02:00')
  expect(field).toHaveValue('Mon 6pm-2am, Tue-Sun closed')
  setTime('Monday closes at on the next day', '')
  expect(field).toHaveValue('Mon 6pm-2am, Tue-Sun closed')
  setTime('Monday opens at', '08:00')
  setTime('Monday closes at on the next day', '12:00')
  await user.click(editor.getByRole('button', { name: 'Add hours on Monday' }))
  expect(field).toHaveValue('Mon 8am-12pm & 1pm-2pm, Tue-Sun closed')
  await user.click(editor.getByRole('button', { name: 'Monday’s hours until Friday' }))
  await user.click(editor.getByRole('button', { name: 'Remove the hours 2 of Friday' }))
  expect(field).toHaveValue('Mon-Thu 8am-12pm & 1pm-2pm, Fri 8am-12pm, Sat-Sun closed')
})

it('keeps the focus in the day where hours are added and removed by keyboard', async () => {
  const { user, editor } = await openHours('Mon 8am-12pm & 1pm-2pm')
  const add = editor.getByRole('button', { name: 'Add hours on Monday' })
  add.focus()
  await user.keyboard('{Enter}')
  editor.getByRole('button', { name: 'Remove the hours 3 of Monday' }).focus()
  await user.keyboard('{Enter}')
  expect(add).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(editor.getByLabelText('Monday, 3 opens at')).toBeVisible()
})

it.each(['Ask Joe', '9 to 5', 'Mon-Fri 9-5, Dec 24 by appointment'])(
  '%s is left to be changed as a text',
  async (text) => {
    const { user, field, editor } = await openHours(text)
    expect(
      editor.getByText(
        `“${text}” says something that can’t be set by weekday. Change the text itself, or clear it to set the days here.`,
      ),
    ).toBeVisible()
    expect(editor.queryByRole('checkbox')).toBeNull()
    await user.clear(field)
    await user.click(editor.getByRole('checkbox', { name: 'Monday' }))
    expect(field).toHaveValue('Mon 9am-5pm, Tue-Sun closed')
  },
)

it('keeps the days by appointment, until hours are set on one', async () => {
  const { user, field, editor, setTime } = await openHours('Mon-Fri 9-5, weekends by appointment')
  expect(editor.getAllByText('By appointment')).toHaveLength(2)
  setTime('Friday closes at', '16:00')
  expect(field).toHaveValue('Mon-Thu 9am-5pm, Fri 9am-4pm, Sat-Sun by appointment')
  await user.click(editor.getByRole('checkbox', { name: 'Saturday' }))
  expect(field).toHaveValue('Mon-Thu 9am-5pm, Fri-Sat 9am-4pm, Sun by appointment')
})

it('keeps the days of a year on which it is closed', async () => {
  const { user, field, editor } = await openHours('Daily 9-5, Dec 25 closed')
  expect(editor.getByText('Also closed on Dec 25.')).toBeVisible()
  await user.click(editor.getByRole('checkbox', { name: 'Sunday' }))
  expect(field).toHaveValue('Mon-Sat 9am-5pm, Sun closed, Dec 25 closed')
})

it('says at the field, before anything is sent, that what the editor writes is too long, and keeps it', async () => {
  const { field, editor, setTime } = await openHours(
    'Mon 8:05am-5:10pm, Tue 8:15am-5:20pm, Wed 8:25am-5:30pm, Thu 8:35am-5:40pm, Fri 8:45am-5:50pm',
  )
  expect(field).toBeValid()
  setTime('Monday closes at', '17:11')
  const written = (field as HTMLInputElement).value
  expect(written.length).toBeGreaterThan(100)
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription('Please use at most 100 characters.')
  expect(editor.getByLabelText('Friday closes at')).toHaveValue('17:50')
  setTime('Monday closes at', '17:12')
  expect(field).toHaveValue(written.replace('5:11pm', '5:12pm'))
})

it('opens the editor with the first click, also out of a field that is then said to be wrong', async () => {
  const { user, editor } = await openHours('Daily 9-5')
  const [name, button] = [
    screen.getByRole('textbox', { name: 'Name' }),
    screen.getByRole('button', { name: 'Hour Service by weekday' }),
  ]
  await user.clear(name)
  // What a blur says of the field would move the button away under the pointer.
  await user.pointer({ keys: '[MouseLeft>]', target: button })
  expect(name).toHaveFocus()
  await user.pointer({ keys: '[/MouseLeft]', target: button })
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(button).toHaveFocus()
  expect(screen.getByText('Name cannot be empty.')).toBeVisible()
  expect(editor.getByRole('checkbox', { name: 'Monday' })).toBeChecked()
})
