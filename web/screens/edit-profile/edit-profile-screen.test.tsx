import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { draftOf } from '#web/forms/drafts.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { ada, renderScreen } from '#web/testing/render-screen.tsx'
import { storedDrafts } from '#web/testing/stored-drafts.ts'
import { letterKeysAreOn } from '#web/ui/keys/letter-keys.ts'
import { EditProfileScreen } from './edit-profile-screen.tsx'

const saved = { _id: ada._id, name: 'Ada King', email: ada.email, avtar: 'http://localhost/files/ada.png' }
const picture = (bytes: number, type = 'image/png') =>
  new File([new Uint8Array(bytes)], 'ada.png', { type, lastModified: 1 })

function open() {
  const api = fakeApi()
  const rendered = renderScreen(<EditProfileScreen />, { path: '/edit-profile' })
  const card = (name: string) => {
    const found = within(screen.getByRole('form', { name }))
    return { ...found, save: () => found.getByRole('button', { name: 'Save' }) }
  }
  return { api, ...rendered, profile: card('Edit Profile'), password: card('Change Password') }
}

it('turns the keys of one letter off and on again', async () => {
  const { user } = open()
  const keys = screen.getByRole('switch', { name: 'Single-key shortcuts' })
  expect(keys).toBeChecked()
  await user.click(keys)
  expect(keys).not.toBeChecked()
  expect(letterKeysAreOn()).toBe(false)
  await user.click(keys)
  expect(letterKeysAreOn()).toBe(true)
})

describe('the profile', () => {
  it('saves the name, shows it at once everywhere and goes to the dashboard', async () => {
    const { api, user, profile, router, client } = open()
    api.answers(account.editProfile, { message: 'Profile updated successfully.', data: saved })
    const name = profile.getByRole('textbox', { name: 'Name' })
    expect(name).toHaveValue('Ada Lovelace')
    await user.clear(name)
    await user.tab()
    expect(profile.getByText('Name cannot be empty.')).toBeVisible()
    expect(profile.save()).toBeDisabled()
    await user.type(name, 'Ada King')
    await user.click(profile.save())
    expect(await screen.findByText('Profile updated successfully.')).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(api.calls(account.editProfile)).toEqual([{ user_id: 'admin-ada', name: 'Ada King' }])
    expect(client.getQueryData([account.me.path, {}])).toMatchObject({ data: { ...saved, app_usage_count: 12345 } })
  })

  it('sends a picture and shows how far it is', async () => {
    const { api, user, profile } = open()
    let finish = () => {}
    const answer = { message: 'Profile updated successfully.', data: saved }
    api.answers(account.editProfile, () => new Promise((resolve) => (finish = () => resolve(answer))))
    await user.upload(profile.getByLabelText('Avatar'), picture(1000))
    expect(profile.getByText('ada.png')).toBeVisible()
    await user.click(profile.save())
    expect(await screen.findByText('50%')).toBeVisible()
    finish()
    expect(await screen.findByText('Profile updated successfully.')).toBeVisible()
    expect(api.calls(account.editProfile)[0]?.avtar).toBeInstanceOf(File)
  })

  it.each([
    ['of another kind', picture(10, 'image/jpeg'), 'Upload valid image. Only PNG are allowed.'],
    ['that is too large', picture(102_401), 'File size should not be more than 100 KB'],
  ])('keeps Save disabled while a picture %s is chosen', async (_kind, file, message) => {
    const { profile } = open()
    const user = (await import('@testing-library/user-event')).userEvent.setup({ applyAccept: false })
    expect(profile.getByText(/100x100 to 150x150 pixels/)).toBeVisible()
    await user.upload(profile.getByLabelText('Avatar'), file)
    expect(profile.getByLabelText('Avatar')).toHaveAccessibleDescription(new RegExp(message))
    expect(profile.save()).toBeDisabled()
    await user.click(profile.getByRole('button', { name: 'Discard' }))
    expect(profile.queryByText(message)).not.toBeInTheDocument()
    expect(profile.save()).toBeEnabled()
  })

  it.each([
    [415, { avtar: ['Upload valid image. Only PNG are allowed.'] }],
    [413, undefined],
  ])('keeps Save disabled while a picture is chosen that the server refused with %i', async (status, errors) => {
    const { api, user, profile } = open()
    const message = 'Upload valid image. Only PNG are allowed.'
    api.refuses(account.editProfile, status, { message, ...(errors && { errors }) })
    await user.upload(profile.getByLabelText('Avatar'), picture(10))
    await user.click(profile.save())
    await waitFor(() => expect(profile.getAllByText(message)).toHaveLength(2))
    expect(profile.save()).toBeDisabled()
    await user.type(profile.getByRole('textbox', { name: 'Name' }), 'x{Enter}')
    expect(api.calls(account.editProfile)).toHaveLength(1)

    // Another one has none of its faults; the first one, chosen again, still has them.
    await user.upload(profile.getByLabelText('Avatar'), picture(20))
    expect(profile.queryByText(message)).not.toBeInTheDocument()
    expect(profile.save()).toBeEnabled()
    await user.upload(profile.getByLabelText('Avatar'), picture(10))
    expect(profile.getByLabelText('Avatar')).toHaveAccessibleDescription(new RegExp(message))
    expect(profile.save()).toBeDisabled()
  })

  it('keeps a typed name over a reload, and drops it on Cancel', async () => {
    const { user, profile, unmount } = open()
    await user.type(profile.getByRole('textbox', { name: 'Name' }), ' King')
    unmount()
    const again = open()
    expect(again.profile.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada Lovelace King')
    expect(again.profile.getByText('What you typed before was kept.')).toBeVisible()
    await again.user.click(again.profile.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(again.router.state.location.pathname).toBe('/dashboard'))
    expect(await storedDrafts()).toEqual([])
  })
})

describe('two cards that are both changed', () => {
  async function changeBoth() {
    const opened = open()
    const { user, profile, password } = opened
    await user.type(profile.getByRole('textbox', { name: 'Name' }), ' King')
    await user.type(password.getByLabelText('Old Password'), 'old')
    await user.type(password.getByLabelText('New Password'), 'secret@1')
    return opened
  }

  it('are saved one after the other: the page stays until the other one is saved as well', async () => {
    const { api, user, profile, password, router } = await changeBoth()
    api.answers(account.editProfile, {
      message: 'Profile updated successfully.',
      data: { ...saved, name: 'Ada Lovelace King' },
    })
    api.answers(account.editPassword, { message: 'Password changed successfully.' })
    await user.click(profile.save())
    expect(await screen.findByText('Profile updated successfully.')).toBeVisible()
    expect(await screen.findByText('Your changes in Change Password are not saved yet.')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/edit-profile')
    expect(profile.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada Lovelace King')
    expect(password.getByLabelText('New Password')).toHaveValue('secret@1')
    await user.click(password.save())
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  })

  it('are named by the question before the page is left', async () => {
    const { user, profile, router } = await changeBoth()
    await user.click(profile.getByRole('button', { name: 'Cancel' }))
    const question = await screen.findByText('Your changes in Change Password have not been saved. Discard them?')
    expect(question).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  })
})

describe('a profile that another tab has left', () => {
  it('comes into the form that is open', async () => {
    const { router } = open()
    const left = draftOf({ admin: ada._id, form: 'edit-profile', address: '/edit-profile' })
    left.save({ name: 'Ada King' }, { title: 'Edit Profile' })
    await router.navigate('/edit-profile', { state: { draft: left.key } })
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada King'))
  })
})

describe('the change of the password', () => {
  it('has a button by each password that says which it shows', async () => {
    const { user, password } = open()
    await user.click(password.getByRole('button', { name: 'Show new password' }))
    expect(password.getByLabelText('New Password')).toHaveAttribute('type', 'text')
    expect(password.getByLabelText('Old Password')).toHaveAttribute('type', 'password')
    expect(password.getByRole('button', { name: 'Show old password' })).toBeVisible()
  })

  it('keeps Save disabled until both passwords are there', async () => {
    const { user, password } = open()
    expect(password.save()).toBeDisabled()
    await user.type(password.getByLabelText('Old Password'), 'old')
    await user.type(password.getByLabelText('New Password'), 'weak')
    await user.tab()
    expect(password.getByText('Password entry does not meet criteria.')).toBeVisible()
    expect(password.save()).toBeDisabled()
    await user.type(password.getByLabelText('New Password'), 'ness@1')
    expect(password.save()).toBeEnabled()
    await user.clear(password.getByLabelText('Old Password'))
    expect(password.getByText('Old password cannot be empty.')).toBeVisible()
    await user.clear(password.getByLabelText('New Password'))
    expect(password.getByText('New password cannot be empty.')).toBeVisible()
  })

  it('changes it and goes to the dashboard', async () => {
    const { api, user, password, router } = open()
    api.answers(account.editPassword, { message: 'Password changed successfully.' })
    await user.type(password.getByLabelText('Old Password'), 'old')
    await user.type(password.getByLabelText('New Password'), 'secret@1{Enter}')
    expect(await screen.findByText('Password changed successfully.')).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(api.calls(account.editPassword)).toEqual([
      { old_password: 'old', new_password: 'secret@1', user_id: 'admin-ada' },
    ])
  })

  it('shows a wrong old password on its field', async () => {
    const { api, user, password } = open()
    const message = 'The old password is wrong.'
    api.refuses(account.editPassword, 422, { message, errors: { old_password: [message] } })
    await user.type(password.getByLabelText('Old Password'), 'old')
    await user.type(password.getByLabelText('New Password'), 'secret@1{Enter}')
    await waitFor(() => expect(password.getByLabelText('Old Password')).toHaveAccessibleDescription(message))
  })
})
