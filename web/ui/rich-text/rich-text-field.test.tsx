import { useForm } from '@mantine/form'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aFile } from '#web/testing/rows.ts'
import { FieldRegistryProvider, useFieldRegistry, useHasPendingFields } from '#web/ui/fields/field-registry.tsx'
import { RichTextField } from './rich-text-field.tsx'
import type { ImageUpload } from './use-image-uploads.ts'
import { RefusedImage, UnfetchedImage } from './use-upload-problems.ts'

type Props = {
  start: string
  disabled?: boolean
  videos?: boolean
  uploadImage?: ImageUpload
  error?: string
}

function Sample({ start, error, ...props }: Props) {
  const form = useForm({ initialValues: { content: start }, initialErrors: error ? { content: error } : {} })
  const registry = useFieldRegistry()
  const waiting = useHasPendingFields(registry)
  const [again, setAgain] = useState(0)
  return (
    <FieldRegistryProvider registry={registry}>
      <RichTextField form={form} name="content" label="Content" optional {...props} />
      <output aria-label="Value">{form.values.content}</output>
      <button type="button" onClick={() => form.setValues({ content: `<p>Put in ${again}</p>` })}>
        Put in
      </button>
      <button type="button" onClick={() => setAgain(again + 1)} disabled={waiting}>
        Save
      </button>
    </FieldRegistryProvider>
  )
}

async function open(props: Partial<Props> = {}) {
  fakeApi()
  const rendered = renderScreen(<Sample start="" {...props} />)
  const text = await screen.findByRole('textbox', { name: 'Content' })
  const toolbar = within(screen.getByRole('toolbar', { name: 'Formatting of Content' }))
  const value = () => screen.getByRole('status', { name: 'Value' }).textContent
  return { ...rendered, text, toolbar, value }
}

const paste = (text: HTMLElement, data: Record<string, string>, files: File[] = []) =>
  fireEvent.paste(text, { clipboardData: { getData: (type: string) => data[type] ?? '', files, types: [], items: [] } })

// Loads the chunk of the editor before the tests, because it may take longer than a test waits.
beforeAll(async () => void (await import('./rich-text-editor.tsx')))

describe('a rich text field', () => {
  it('has its label, its error and its hint', async () => {
    const { text } = await open({ error: 'Too long.' })
    expect(text).toHaveAttribute('aria-invalid', 'true')
    expect(text).toHaveAccessibleDescription(/^Alt\+F10 goes to the toolbar, Esc comes back\. Too long\.$/)
  })

  it('can be read but not changed while it is disabled', async () => {
    fakeApi()
    renderScreen(<Sample start="<p>Hello</p>" disabled />)
    const text = await screen.findByRole('textbox', { name: 'Content' })
    await waitFor(() => expect(text).toHaveAttribute('contenteditable', 'false'))
    expect(text).toHaveTextContent('Hello')
    expect(screen.queryByRole('toolbar')).not.toBeInTheDocument()
  })

  it('formats what is selected and says so', async () => {
    const { user, toolbar, value } = await open({ start: '<p>Hello</p>' })
    await user.click(toolbar.getByRole('button', { name: 'Heading 2' }))
    expect(value()).toBe('<h2>Hello</h2>')
    expect(toolbar.getByRole('button', { name: 'Heading 2' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(toolbar.getByRole('button', { name: 'Align text: center' }))
    expect(value()).toBe('<h2 style="text-align: center;">Hello</h2>')
  })

  it('gives back exactly what it was given when a change is taken back', async () => {
    const start = '<p>Hello <b>you</b></p>\n<p></p>'
    const { user, toolbar, value } = await open({ start })
    await user.click(toolbar.getByRole('button', { name: 'Heading 2' }))
    expect(value()).toBe('<h2>Hello <strong>you</strong></h2>')
    await user.click(toolbar.getByRole('button', { name: 'Undo' }))
    expect(value()).toBe(start)
  })

  it('is empty when nothing is in it', async () => {
    const { user, toolbar, value } = await open()
    await user.click(toolbar.getByRole('button', { name: 'Heading 1' }))
    await user.click(toolbar.getByRole('button', { name: 'Heading 1' }))
    expect(value()).toBe('')
  })

  it('shows what the form puts in', async () => {
    const { user, text } = await open({ start: '<p>Before</p>' })
    await user.click(screen.getByRole('button', { name: 'Put in' }))
    expect(text).toHaveTextContent('Put in 0')
  })

  it('is one Tab stop in its toolbar, where the arrows move', async () => {
    const { user, text, toolbar } = await open({ start: '<p>Hello</p>' })
    fireEvent.keyDown(text, { key: 'F10', altKey: true })
    const first = document.activeElement
    expect(toolbar.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toEqual([first])
    await user.keyboard('{Home}{ArrowRight}{ArrowRight}')
    const place = document.activeElement
    await user.keyboard('{ArrowLeft}{ArrowRight}')
    expect(document.activeElement).toBe(place)
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    expect(toolbar.getAllByRole('button').at(-1)).toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(text).toHaveFocus())
  })

  it('links to the web, to a mailbox and to a telephone, and to nothing else', async () => {
    const { user, toolbar, value } = await open()
    const link = async (typed: string) => {
      await user.click(toolbar.getByRole('button', { name: 'Link' }))
      await user.type(await screen.findByRole('textbox', { name: 'Link to' }), `${typed}{Enter}`)
    }
    await user.click(toolbar.getByRole('button', { name: 'Link' }))
    const line = await screen.findByRole('textbox', { name: 'Link to' })
    await user.type(line, 'cedar.example')
    fireEvent.keyDown(line, { key: 'Enter', isComposing: true })
    fireEvent.keyDown(line, { key: 'Enter', keyCode: 229 })
    expect(line).toBeVisible()
    expect(value()).toBe('')
    await user.keyboard('{Escape}')
    await link('javascript:alert(1)')
    expect(screen.getByText('Please enter a web address, an email address or a telephone number.')).toBeVisible()
    await user.clear(screen.getByRole('textbox', { name: 'Link to' }))
    await user.paste(`https://cedar.example/${'a'.repeat(2000)}`)
    await user.keyboard('{Enter}')
    expect(screen.getByText('Please use at most 2,000 characters.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(value()).toBe('')
    await link('help@cedar.example')
    await waitFor(() => expect(value()).toContain('href="mailto:help@cedar.example"'))
    expect(value()).toMatch(/^<p><a href="[^"]+" target="_blank" rel="noopener noreferrer nofollow">help@/)
  })

  it('embeds videos of YouTube and Vimeo and says so when it is another address', async () => {
    const { user, toolbar, value } = await open({ videos: true })
    await user.click(toolbar.getByRole('button', { name: 'Embed video' }))
    const address = await screen.findByRole('textbox', { name: 'Address of the video on YouTube or Vimeo' })
    await user.type(address, 'https://example.com/watch?v=dQw4w9WgXcQ{Enter}')
    expect(screen.getByText('Only addresses of videos on YouTube and Vimeo can be embedded.')).toBeVisible()
    await user.clear(address)
    await user.type(address, 'https://youtu.be/dQw4w9WgXcQ?t=10{Enter}')
    await waitFor(() => expect(value()).toContain('src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"'))
  })

  it.each(['', '<p>Before</p>', '<iframe src="https://player.vimeo.com/video/76979871"></iframe>'])(
    'puts the cursor behind a video, where what comes next does not replace it (%s)',
    async (start) => {
      const { user, text, toolbar, value } = await open({ start, videos: true })
      await user.click(toolbar.getByRole('button', { name: 'Embed video' }))
      await user.type(
        await screen.findByRole('textbox', { name: /^Address of the video/ }),
        'youtu.be/dQw4w9WgXcQ{Enter}',
      )
      await user.click(toolbar.getByRole('button', { name: 'Insert table' }))
      expect(value()).toMatch(/<iframe[^>]+dQw4w9WgXcQ.*<table/)
      expect(within(text).getAllByRole('table')).toHaveLength(1)
    },
  )

  it('plays the address of a video that is pasted on an empty line, where videos are allowed', async () => {
    const { text, value, unmount } = await open({ videos: true })
    paste(text, { 'text/plain': 'https://vimeo.com/76979871' })
    expect(value()).toMatch(/^<iframe src="https:\/\/player\.vimeo\.com\/video\/76979871"/)
    unmount()
    const { text: other, toolbar, value: otherValue } = await open()
    expect(toolbar.queryByRole('button', { name: 'Embed video' })).not.toBeInTheDocument()
    paste(other, { 'text/plain': 'https://vimeo.com/76979871' })
    expect(otherValue()).not.toContain('iframe')
  })

  it('leaves out pictures from elsewhere when they are pasted with text, and keeps its own', async () => {
    const { text, value } = await open({ start: '<p>a</p><img src="https://rv.example/files/a.png" alt="A">' })
    const images = [
      'data:image/png;base64,AA',
      'https://elsewhere.example/files/x.png',
      'https://rv.example/files/b.png',
    ]
    paste(text, { 'text/html': `<p>b</p>${images.map((src) => `<img src="${src}">`).join('')}` })
    expect(value()).toContain('b')
    const kept = [...(value() ?? '').matchAll(/img src="([^"]+)/g)].map(([, src]) => src)
    expect(new Set(kept)).toEqual(new Set(['https://rv.example/files/a.png', 'https://rv.example/files/b.png']))
  })

  it('takes headings, lists, tables and pictures of a pasted document, each picture at its place', async () => {
    const uploadImage = vi.fn<ImageUpload>(async (file) => `/files/${'address' in file ? 'fetched' : file.name}`)
    const { text, value } = await open({ uploadImage })
    const picture = 'data:image/png;base64,iVBORw0KGgo='
    paste(text, {
      'text/html': `<b style="font-weight:normal" id="docs-internal-guid-1"><h2><span style="color:red">Brakes</span></h2><p>Before <img src="${picture}"> after</p><ul><li><p>One</p></li></ul><table><tr><td><p>A</p></td><td><p>B</p></td></tr></table><p><img src="file:///C:/x.png">End<img src="https://elsewhere.example/x.png"><img width=1 src="https://elsewhere.example/count"></p></b>`,
    })
    await waitFor(() => expect(uploadImage).toHaveBeenCalledTimes(2))
    expect(uploadImage.mock.calls[1]?.[0]).toMatchObject({ address: 'https://elsewhere.example/x.png' })
    await waitFor(() => expect(value()?.match(/<img/g)).toHaveLength(2))
    expect(value()).toMatch(
      /^<h2>Brakes<\/h2><p>Before <\/p><img src="\/files\/picture-1.png" alt=""><p> after<\/p><ul><li><p>One<\/p><\/li><\/ul><table><tbody><tr><td[^>]*><p>A<\/p><\/td><td[^>]*><p>B<\/p><\/td><\/tr><\/tbody><\/table><p>End<\/p><img src="\/files\/fetched" alt="">/,
    )
    expect(
      await screen.findByText(/^One picture was left out, because it was not part of what you pasted\./),
    ).toBeVisible()
    paste(text, { 'text/html': '<p>Only words</p>' })
    await waitFor(() => expect(screen.queryByText(/left out/)).toBeNull())
  })

  it('says politely what the last paste left out, and only of that one', async () => {
    const uploadImage = vi.fn<ImageUpload>().mockRejectedValue(new UnfetchedImage('One picture was left out.'))
    const { text } = await open({ uploadImage })
    const notice = () => text.closest('form, div[class*=whole]')?.querySelector(':scope > output')
    expect(notice()).toBeEmptyDOMElement()
    const comment = '<a style="mso-comment-reference:A_1">Check</a>'
    paste(text, {
      'text/html': `<p class=MsoNormal>${comment} <ins cite="mailto:A">it</ins><img src="file:///C:/a.png"></p>`,
    })
    await waitFor(() =>
      expect(notice()).toHaveTextContent(
        'One picture was left out, because it was not part of what you pasted. Save it and insert it as a file. One comment was left out. Tracked changes were pasted as if accepted.',
      ),
    )
    const images = ['a', 'b'].map((name) => `<img src="https://elsewhere.example/${name}.png">`)
    paste(text, { 'text/html': `<p>x</p>${images.join('')}` })
    await waitFor(() => expect(notice()).toBeEmptyDOMElement())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^2 pictures were left out, because they could not be fetched from their servers\./,
    )
    paste(text, { 'text/plain': 'Only words' })
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
    expect(notice()).toBeEmptyDOMElement()
  })

  it('keeps pictures side by side in their order, whichever is uploaded first, with their alternative texts', async () => {
    const finish = new Map<string, (src: string) => void>()
    const uploadImage: ImageUpload = ({ name }) => new Promise((resolve) => finish.set(name, resolve))
    const { text, value } = await open({ start: '<p>Hello</p>', uploadImage })
    const images = ['one', 'two', 'three'].map((name) => `<img alt="${name}" src="https://${name}.example/a.png">`)
    paste(text, { 'text/html': `<p>a${images.join('')}b</p>` })
    await waitFor(() => expect(finish.size).toBe(3))
    for (const name of ['three', 'one', 'two']) finish.get(`the picture from ${name}.example`)?.(`/files/${name}.png`)
    await waitFor(() => expect(value()?.match(/<img/g)).toHaveLength(3))
    expect(
      [...(value() ?? '').matchAll(/<img src="\/files\/(\w+).png" alt="(\w+)">/g)].map(([, ...names]) => names),
    ).toEqual([
      ['one', 'one'],
      ['two', 'two'],
      ['three', 'three'],
    ])
  })

  it('uploads four pictures at a time, and those that wait can be cancelled', async () => {
    const finish: (() => void)[] = []
    const uploadImage = vi.fn<ImageUpload>(
      (picture) => new Promise((resolve) => finish.push(() => resolve(`/files/${picture.name}`))),
    )
    const { user, text, value } = await open({ uploadImage })
    paste(
      text,
      {},
      [1, 2, 3, 4, 5, 6].map((number) => aFile(`${number}.png`, 'image/png')),
    )
    await user.click(await screen.findByRole('button', { name: 'Cancel the upload of 5.png' }))
    await waitFor(() => expect(screen.queryByText('Uploading 5.png…')).not.toBeInTheDocument())
    expect(uploadImage).toHaveBeenCalledTimes(4)
    uploadImage.mockImplementation(async (picture) => `/files/${picture.name}`)
    for (const end of finish) end()
    const added = () => [...(value() ?? '').matchAll(/files\/(\d)/g)].map(([, number]) => number)
    await waitFor(() => expect(added()).toEqual(['1', '2', '3', '4', '6']))
  })

  it.each([
    '<p>a{}</p><p>b</p>',
    '<p>{}</p>',
    '<ul><li>{}</li></ul>',
    '<table><tr><td>a{}</td></tr></table>',
    '<h2>a{}b</h2>',
  ])('loses none of several pictures at one place, and keeps their order (%s)', async (around) => {
    const uploadImage: ImageUpload = async ({ name }) => `/files/${/from (\w)/.exec(name)?.[1]}.png`
    const { text, value } = await open({ uploadImage })
    const images = ['a', 'b', 'c'].map((name) => `<img src="https://${name}.example/x.png">`)
    paste(text, { 'text/html': `<p>Before</p>${around.replace('{}', images.join(''))}` })
    const added = () => [...(value() ?? '').matchAll(/files\/(\w)/g)].map(([, name]) => name)
    await waitFor(() => expect(added()).toEqual(['a', 'b', 'c']))
  })

  it('adds a picture that failed where it stood in the text', async () => {
    const uploadImage = vi.fn<ImageUpload>().mockRejectedValueOnce(new Error('Network Problem'))
    const { user, text, value } = await open({ uploadImage })
    paste(text, { 'text/html': '<p>Before</p><p><img src="https://a.example/a.png" alt="A winch"></p><p>Behind</p>' })
    const again = await screen.findByRole('button', { name: 'Try again' })
    uploadImage.mockResolvedValueOnce('/files/a.png')
    await user.click(again)
    await waitFor(() => expect(value()).toMatch(/^<p>.*Before<\/p><img src="\/files\/a.png" alt="A winch"><p>Behind/))
  })

  it('offers to fit a picture that is refused for its size, and puts it where it was to go', async () => {
    const fit = vi.fn(async (picture: File) => new File(['small'], picture.name, { type: picture.type }))
    const uploadImage = vi.fn<ImageUpload>(async (picture) => {
      if (picture instanceof File && picture.size > 5)
        throw new RefusedImage('File size should not be more than 10 MB', fit)
      return '/files/small.png'
    })
    const { user, text, value } = await open({ start: '<p>Hello</p>', uploadImage })
    paste(text, {}, [new File(['too large'], 'winch.png', { type: 'image/png' })])
    expect(await screen.findByText('File size should not be more than 10 MB')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Fit it for me' }))
    await waitFor(() => expect(value()).toContain('<img src="/files/small.png" alt="">'))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    fit.mockRejectedValueOnce(new Error('This picture could not be made to fit.'))
    paste(text, {}, [new File(['too large'], 'winch.png', { type: 'image/png' })])
    await user.click(await screen.findByRole('button', { name: 'Fit it for me' }))
    const words = 'File size should not be more than 10 MB. This picture could not be made to fit.'
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Fit it for me' })).not.toBeInTheDocument()
  })

  it('uploads a pasted picture; meanwhile the form waits, and the placeholder is no part of the value', async () => {
    let finish = (_src: string) => {}
    const uploadImage = vi.fn<ImageUpload>(() => new Promise((resolve) => (finish = resolve)))
    const { text, value } = await open({ start: '<p>Hello</p>', uploadImage })
    const file = aFile('winch.png', 'image/png')
    paste(text, {}, [file])
    expect(await screen.findByText('Uploading winch.png…')).toBeVisible()
    expect(value()).toBe('<p>Hello</p>')
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
    finish('https://rv.example/files/winch.png')
    await waitFor(() => expect(value()).toContain('<img src="https://rv.example/files/winch.png" alt="">'))
    expect(screen.queryByText('Uploading winch.png…')).not.toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled())
    expect(uploadImage).toHaveBeenCalledWith(file, expect.any(AbortSignal), expect.any(Function))
  })

  it('says why a picture was refused, and leaves no trace of it and nothing to try again', async () => {
    const uploadImage = () => Promise.reject(new RefusedImage('Upload valid image.'))
    const { text, value } = await open({ start: '<p>Hello</p>', uploadImage })
    paste(text, {}, [aFile('winch.png', 'image/png')])
    expect(await screen.findByText('Upload valid image.')).toBeVisible()
    expect(screen.queryByText('Uploading winch.png…')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
    expect(value()).toBe('<p>Hello</p>')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled())
  })

  it('shows how far an upload is, and tries one again that failed', async () => {
    let fail = (_error: Error) => {}
    const uploadImage = vi.fn<ImageUpload>((_file, _signal, onProgress) => {
      onProgress(0.42)
      return new Promise((_resolve, reject) => (fail = reject))
    })
    const { user, text, value } = await open({ start: '<p>Hello</p>', uploadImage })
    const file = aFile('winch.png', 'image/png')
    paste(text, {}, [file])
    expect(await screen.findByText('42%')).toBeVisible()
    fail(new Error('Network Problem'))
    const again = await screen.findByRole('button', { name: 'Try again' })
    uploadImage.mockResolvedValueOnce('https://rv.example/files/winch.png')
    await user.click(again)
    await waitFor(() => expect(value()).toContain('<img src="https://rv.example/files/winch.png" alt="">'))
    expect(uploadImage.mock.calls.map(([sent]) => sent)).toEqual([file, file])
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  })

  /** An upload that never ends unless it is stopped. */
  const hangingUpload = () =>
    vi.fn<ImageUpload>(
      (_file, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('Stopped.')))),
    )

  it('stops an upload that is cancelled, without a complaint', async () => {
    const uploadImage = hangingUpload()
    const { user, text, value } = await open({ start: '<p>Hello</p>', uploadImage })
    paste(text, {}, [aFile('winch.png', 'image/png'), aFile('pump.png', 'image/png')])
    await user.click(await screen.findByRole('button', { name: 'Cancel the upload of winch.png' }))
    await waitFor(() => expect(screen.queryByText('Uploading winch.png…')).not.toBeInTheDocument())
    // Otherwise the next key would go to the page.
    expect(text).toHaveFocus()
    expect(screen.getByText('Uploading pump.png…')).toBeVisible()
    expect(uploadImage.mock.calls.map(([, signal]) => signal.aborted)).toEqual([true, false])
    await user.click(screen.getByRole('button', { name: 'Cancel the upload of pump.png' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled())
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(value()).toBe('<p>Hello</p>')
  })

  it('stops its uploads when it is left', async () => {
    const uploadImage = hangingUpload()
    const { text, unmount } = await open({ uploadImage })
    paste(text, {}, [aFile('winch.png', 'image/png')])
    await screen.findByText('Uploading winch.png…')
    unmount()
    expect(uploadImage.mock.calls[0]?.[1].aborted).toBe(true)
  })

  it('names the file when an upload fails without words', async () => {
    const { user } = await open({ uploadImage: () => Promise.reject(new Error('')) })
    await user.upload(screen.getByLabelText('Image file'), aFile('winch.png', 'image/png'))
    expect(await screen.findByText('Could not upload file: winch.png.')).toBeVisible()
  })
})
