import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { preview } from '#contract/preview.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aCmsPage, anAppImage } from '#web/testing/rows.ts'
import { setWindowWidth } from '#web/testing/window-width.ts'
import { WithPreview } from './with-preview.tsx'

let api: ReturnType<typeof fakeApi>

beforeAll(async () => {
  await import('./previews.ts')
})

beforeEach(() => {
  localStorage.removeItem('preview')
  api = fakeApi()
  api.answers(preview.preview, ({ fields }) => ({
    message: 'Preview',
    data: {
      ...aCmsPage(),
      pictures: [],
      title: String(fields.title),
      content: `<p>Text of ${String(fields.title)}</p>`,
    },
    others: [],
    place: 0,
  }))
})

function Host({ more = {}, hidden = false }: { more?: object; hidden?: boolean }) {
  const [title, setTitle] = useState('About')
  return (
    <WithPreview type="cms_pages" values={{ title, ...more }} record={aCmsPage()} hidden={hidden}>
      <form aria-label="Form">
        <input aria-label="Title" value={title} onChange={(event) => setTitle(event.currentTarget.value)} />
      </form>
    </WithPreview>
  )
}

const open = (more?: object) => renderScreen(<Host {...(more && { more })} />)
const loaded = new WeakSet<HTMLIFrameElement>()
/** The frame, once it is loaded: jsdom says so while React does not listen yet. */
async function frame() {
  const found = await screen.findByTitle<HTMLIFrameElement>('What owners see')
  if (!loaded.has(found)) fireEvent.load(found)
  loaded.add(found)
  return found
}
const type = (title: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: title } })
const shown = async () => (await frame()).contentDocument?.body.textContent ?? ''
const titles = () => api.calls(preview.preview).map(({ fields }) => fields.title)
const pause = (milliseconds: number) => act(() => new Promise((resolve) => setTimeout(resolve, milliseconds)))

describe('What owners see, in French', () => {
  it('is chosen where owners read French, and asked for in it', async () => {
    api = fakeApi({ french: true })
    api.answers(preview.preview, ({ language }) => ({
      message: 'Preview',
      data: { ...aCmsPage(), pictures: [], title: language ?? 'en', content: '' },
      others: [],
      place: 0,
    }))
    open()
    await frame()
    fireEvent.click(await screen.findByRole('button', { name: 'French', pressed: false }))
    await waitFor(async () => expect(await shown()).toContain('fr'))
    expect((await frame()).contentDocument?.querySelector('[lang=fr]')).not.toBeNull()
    expect(screen.getByRole('button', { name: 'French', pressed: true })).toBeDefined()
    localStorage.removeItem('preview')
  })

  it('is not there where they read none', async () => {
    open()
    await shown()
    expect(screen.queryByRole('button', { name: 'French' })).toBeNull()
  })
})

describe('What owners see, beside a form', () => {
  it('is what the server makes of its fields and the record, in a frame that runs no script', async () => {
    open({ file: new File(['x'], 'x.png'), publish_at: '' })
    await waitFor(async () => expect(await shown()).toContain('Text of About'))
    expect(api.calls(preview.preview)).toEqual([
      { record_type: 'cms_pages', fields: { title: 'About', publish_at: '', _id: aCmsPage()._id } },
    ])
    expect((await frame()).getAttribute('sandbox')).toBe('allow-same-origin')
  })

  it('follows what is typed without loading the frame anew, and asks seldom', async () => {
    open()
    await waitFor(async () => expect(await shown()).toContain('Text of About'))
    const [before, loads] = [await frame(), vi.fn()]
    before.addEventListener('load', loads)
    const body = before.contentDocument?.body
    for (let key = 0; key < 1000; key += 1) type(`About ${key}`)
    await waitFor(async () => expect(await shown()).toContain('Text of About 999'))
    expect([await frame(), before.contentDocument?.body]).toEqual([before, body])
    expect(loads).not.toHaveBeenCalled()
    expect(titles().at(-1)).toBe('About 999')
    expect(titles().length).toBeLessThan(100)
  })

  it('goes on to follow while somebody types without a pause', async () => {
    open()
    await waitFor(async () => expect(await shown()).toContain('Text of About'))
    for (let key = 0; key < 12; key += 1) {
      type(`Key ${key}`)
      await pause(50)
    }
    expect(titles().length).toBeGreaterThan(2)
    expect(await shown()).toMatch(/Text of Key/)
  })

  it('drops an answer that a newer one has overtaken', async () => {
    open()
    await waitFor(async () => expect(await shown()).toContain('Text of About'))
    const held = api.holds(preview.preview)
    type('First')
    await waitFor(() => expect(held.count()).toBe(1))
    type('Second')
    await waitFor(() => expect(held.count()).toBe(2))
    act(() => held.release(1))
    await waitFor(async () => expect(await shown()).toContain('Text of Second'))
    act(() => held.release(0))
    await pause(50)
    expect(await shown()).toContain('Text of Second')
  })

  it('asks nothing while the page is hidden, and then for the newest', async () => {
    open()
    await waitFor(async () => expect(await shown()).toContain('Text of About'))
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    type('Unseen')
    await pause(300)
    expect(titles()).toEqual(['About'])
    type('Seen')
    state.mockReturnValue('visible')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(titles()).toEqual(['About', 'Seen']))
    state.mockRestore()
  })

  it('is closed and stays so, without calls, until it is opened again', async () => {
    const { user, unmount } = open()
    await user.click(await screen.findByRole('button', { name: 'Hide preview' }))
    type('Unseen')
    await pause(300)
    expect(titles()).not.toContain('Unseen')
    unmount()
    const again = open()
    await pause(50)
    expect(screen.queryByTitle('What owners see')).toBeNull()
    await again.user.click(screen.getByRole('button', { name: 'Show preview' }))
    await waitFor(async () => expect(await shown()).toContain('Text of About'))
  })

  it('says in place what fails, asks again on Retry, and leaves the focus where it is', async () => {
    api.refuses(preview.preview, 0)
    const { user } = open()
    screen.getByRole('textbox', { name: 'Title' }).focus()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Network Problem')
    expect(screen.getAllByText('Network Problem')).toHaveLength(1)
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus()
    api.answers(preview.preview, { message: 'Preview', data: { ...aCmsPage(), pictures: [] }, others: [], place: 0 })
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('says when owners see a page that is not published yet, or was taken down', async () => {
    const { unmount } = open({ publish_at: '2099-12-01T08:00:00.000Z' })
    expect(await screen.findByText('Owners see this from 1 Dec 2099, 08:00.')).toBeVisible()
    unmount()
    open({ publish_at: '', unpublish_at: '2020-12-01T08:00:00.000Z' })
    expect(await screen.findByText('Taken down on 1 Dec 2020, 08:00: owners don’t see this.')).toBeVisible()
  })

  it('is light or dark, with small and large text, as this browser remembers', async () => {
    const { user, unmount } = open()
    await user.click(await screen.findByRole('button', { name: 'Dark' }))
    await user.click(screen.getByRole('button', { name: 'Large text' }))
    unmount()
    open()
    expect(await screen.findByRole('button', { name: 'Dark', pressed: true })).toBeVisible()
    await waitFor(async () => {
      const page = (await frame()).contentDocument?.documentElement
      expect([page?.dataset.mantineColorScheme, page?.style.fontSize]).toEqual(['dark', '130%'])
    })
  })

  it('stands on narrow screens behind a tab, which loads it once and asks only while it is shown', async () => {
    setWindowWidth(390)
    const { user } = open()
    await pause(200)
    expect(titles()).toEqual([])
    const form = screen.getByRole('form', { name: 'Form' })
    await user.click(screen.getByRole('tab', { name: 'Preview' }))
    await waitFor(async () => expect(await shown()).toContain('Text of About'))
    expect(form).not.toBeVisible()
    const before = await frame()
    await user.keyboard('{ArrowLeft}')
    expect(screen.getByRole('tab', { name: 'Form', selected: true })).toHaveFocus()
    expect(form).toBeVisible()
    type('Unseen')
    await pause(300)
    expect(titles()).toEqual(['About'])
    await user.keyboard('{ArrowRight}')
    await waitFor(async () => expect(await shown()).toContain('Text of Unseen'))
    expect(await frame()).toBe(before)
  })
})

it('A picture that was just chosen is in its place among the others', async () => {
  const slide = (seq_no: number) => ({
    ...anAppImage({ _id: `slide-${seq_no}`, seq_no, url: `http://localhost/${seq_no}.jpg` }),
    url_file: null,
  })
  api.answers(preview.preview, { message: 'Preview', data: slide(2), others: [slide(1), slide(3)], place: 1 })
  const values = { url: new File(['picture'], 'new.jpg', { type: 'image/jpeg' }), seq_no: '2' }
  renderScreen(
    <WithPreview type="app_images" values={values} record={undefined} hidden={false}>
      <form />
    </WithPreview>,
  )
  await waitFor(async () => {
    const items = [...((await frame()).contentDocument?.querySelectorAll('li') ?? [])]
    const addresses = items.map((item) => item.querySelector('img')?.getAttribute('src')?.slice(0, 23))
    expect(addresses).toEqual(['http://localhost/1.jpg', 'data:image/jpeg;base64,', 'http://localhost/3.jpg'])
    expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'true', null])
  })
})

it('A picture in French that was just chosen is seen in French only', async () => {
  api = fakeApi({ french: true })
  const seen = { ...anAppImage({ url: 'http://localhost/1.jpg' }), url_file: null, in_english: ['url'] }
  api.answers(preview.preview, { message: 'Preview', data: seen, others: [], place: 0 })
  const values = { url_fr: new File(['picture'], 'fr.jpg', { type: 'image/jpeg' }), seq_no: '2' }
  const { user } = renderScreen(
    <WithPreview type="app_images" values={values} record={undefined} hidden={false}>
      <form />
    </WithPreview>,
  )
  const address = async () => (await frame()).contentDocument?.querySelector('img')?.getAttribute('src')?.slice(0, 22)
  await waitFor(async () => expect(await address()).toBe('http://localhost/1.jpg'))
  await user.click(screen.getByRole('button', { name: 'French' }))
  await waitFor(async () => expect(await address()).toBe('data:image/jpeg;base64'))
})
