import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { socialMedias } from '#contract/social-medias.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aFile, aSocialMedia, pageOfRows } from '#web/testing/rows.ts'
import { SocialMediasScreen } from './social-medias-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = () => renderScreen(<SocialMediasScreen />, { path: '/socialmedia' })

beforeEach(() => {
  api = fakeApi()
  api.answers(socialMedias.list, pageOfRows([aSocialMedia()]))
})

describe('Social Media', () => {
  it('shows the icon', async () => {
    open()
    expect(await screen.findByRole('img', { name: 'Icon of Facebook' })).toBeVisible()
  })

  it('needs name, address and icon for a new link', async () => {
    const answer = { message: 'Social media data added successfully.', data: aSocialMedia() }
    api.answers(socialMedias.add, answer)
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'New' }))
    const form = within(await screen.findByRole('dialog', { name: 'New Social Media' }))
    const save = form.getByRole('button', { name: 'Save' })
    const url = form.getByRole('textbox', { name: 'URL' })
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Facebook')
    await user.type(url, 'javascript:alert(1)')
    await user.tab()
    expect(form.getByText('Invalid URL, please enter the valid URL.')).toBeVisible()
    await user.clear(url)
    expect(form.getByText('URL cannot be empty.')).toBeVisible()
    await user.type(url, aSocialMedia().url)
    expect(save).toBeDisabled()
    await user.upload(form.getByLabelText(/^Icon/), aFile('f.png', 'image/png'))
    expect(save).toBeEnabled()
    await user.click(save)
    expect(await screen.findByText(answer.message)).toBeVisible()
    expect(api.calls(socialMedias.add)).toEqual([{ name: 'Facebook', url: aSocialMedia().url, icon: expect.any(File) }])
  })

  it('keeps the icon on an edit that brings none', async () => {
    const answer = { message: 'Social media data updated successfully.', data: aSocialMedia({ version: 2 }) }
    api.answers(socialMedias.edit, answer)
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit Facebook' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Social Media' }))
    expect(form.getByRole('button', { name: 'Save' })).toBeEnabled()
    await user.type(form.getByRole('textbox', { name: 'Name' }), ' US{Enter}')
    expect(await screen.findByText(answer.message)).toBeVisible()
    const sent = { name: 'Facebook US', url: aSocialMedia().url, social_media_id: 'social-1', version: '1' }
    expect(api.calls(socialMedias.edit)).toEqual([sent])
  })
})
