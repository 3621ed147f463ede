import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Chooses an operator in front of the filter of a column. */
export async function chooseOperator(user: UserEvent, title: string, operator: string) {
  await user.click(
    await screen.findByRole('button', { name: (name) => name.split(':')[0] === `Operator for ${title}` }),
  )
  await user.click(await screen.findByRole('menuitemradio', { name: operator }))
}
