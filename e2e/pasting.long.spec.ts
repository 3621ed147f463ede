import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectToast, signIn, test } from './journey.ts'

/** Pastes what another program puts into the clipboard, with the event that the browser fires for it. */
const paste = (content: Locator, data: Record<string, string>) =>
  content.evaluate((element, data) => {
    const clipboardData = new DataTransfer()
    for (const [type, value] of Object.entries(data)) clipboardData.setData(type, value)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)

/** A page of a manual in the editor, empty. */
async function openPage(page: Page, name: RegExp) {
  await page.getByRole('button', { name }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Edit Manual Page' })
  const content = dialog.getByRole('textbox', { name: 'Content' })
  await expect(content).toBeVisible()
  return { dialog, content }
}

async function emptied(page: Page, content: Locator) {
  await content.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
}

const mark = (number: string) =>
  `<![if !supportLists]><span style='mso-list:Ignore'>${number}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>`
const item = (level: number, number: string, text: string) =>
  `<p class=MsoListParagraph style='mso-list:l1 level${level} lfo2'>${mark(number)}${text}<o:p></o:p></p>`
const image = (id: string, alt: string) =>
  `<p class=MsoNormal><![if !vml]><img width=60 height=60 src="file:///C:/clip.png" alt="${alt}" v:shapes="${id}"><![endif]></p>`
const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word"><body><!--StartFragment-->
<h2 style='mso-list:l0 level2 lfo1'>${mark('1.1')}Fill the tank</h2>
${item(1, '1.', 'Close the valve')}${item(1, '2.', 'Open the tap')}
<p class=MsoNormal><a style='mso-comment-reference:A_1'>Wait</a> <span class=msoDel><del cite="mailto:A">five</del></span><span class=msoIns><ins cite="mailto:A">ten</ins></span> minutes.</p>
${item(1, '3.', 'Drain')}${item(2, 'b)', 'by hand')}
${image('Picture_x0020_1', 'The drain')}
<!--[if gte vml 1]><v:rect id="Rectangle_x0020_2" o:spid="_x0000_s1030" fillcolor="red"/><![endif]-->${image('Rectangle_x0020_2', '')}
<!--EndFragment--></body></html>`

test('a text of Word keeps its headings, numbers and pictures, and what was left out is said', async ({ page }) => {
  const png = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#264' } })
    .png()
    .toBuffer()
  const rtf = `{\\rtf1 {\\*\\shppict{\\pict\\picwgoal900\\pichgoal900\\pngblip\n${png.toString('hex')}}}}`
  await signIn(page, '/manual-pages')
  const { dialog, content } = await openPage(page, /^Edit .* What Is Covered$/)
  await emptied(page, content)
  await paste(content, { 'text/html': WORD, 'text/rtf': rtf })
  await expect(
    dialog.getByText(
      'One drawing was left out, because it is not a picture. Save it as one and insert it as a file. One comment was left out. Tracked changes were pasted as if accepted.',
    ),
  ).toBeVisible()
  const picture = content.getByRole('img', { name: 'The drain' })
  await expect(picture).toHaveAttribute('src', /\/files\/manual-pages\//)
  const expected = async (content: Locator) => {
    await expect(content.getByRole('heading', { level: 2 })).toHaveText('1.1 Fill the tank')
    await expect(content.locator('p', { hasText: 'Wait' })).toHaveText('Wait ten minutes.')
    await expect(content.locator('ol').nth(1)).toHaveAttribute('start', '3')
    await expect(content.locator('ol ol')).toHaveAttribute('type', 'a')
    await expect(content.locator('ol ol')).toHaveAttribute('start', '2')
    await expect(content.locator('ol ol')).toHaveCSS('list-style-type', 'lower-alpha')
    await expect(content.getByRole('img', { name: 'The drain' })).toBeVisible()
  }
  await expected(content)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Manual Page updated successfully.')
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await expected((await openPage(page, /^Edit .* What Is Covered$/)).content)
})

test('a table with merged cells goes below the one in which it is pasted', async ({ page }) => {
  await signIn(page, '/manual-pages')
  const { dialog, content } = await openPage(page, /^Edit .* What Is Covered$/)
  await emptied(page, content)
  await dialog.getByRole('button', { name: 'Insert table' }).click()
  await page.keyboard.type('Here')
  await paste(content, {
    'text/html': '<table><tr><td>A</td><td>B</td><td rowspan="2">C</td></tr><tr><td>D</td><td>E</td></tr></table>',
  })
  await expect(dialog.getByText('The table was inserted below, because it has merged cells.')).toBeVisible()
  await expect(content.locator('table')).toHaveCount(2)
  await expect(content.locator('table').first()).toContainText('Here')
  await expect(content.locator('table').nth(1).locator('[rowspan="2"]')).toHaveText('C')
  await paste(content, { 'text/plain': 'Only words' })
  await expect(dialog.getByText('The table was inserted below')).toHaveCount(0)
})

test('a picture that is too large, or has too many pixels, is fitted for the editor', async ({ page }) => {
  const noise = Buffer.from(Uint8Array.from({ length: 2000 * 1900 * 3 }, (_, at) => (at * at * 7919) >> 5))
  const raw = { width: 2000, height: 1900, channels: 3 } as const
  const heavy = await sharp(noise, { raw }).png({ compressionLevel: 0 }).toBuffer()
  const wide = await sharp({ create: { width: 8000, height: 7000, channels: 3, background: '#264' } })
    .jpeg()
    .toBuffer()
  await signIn(page, '/manual-pages')
  const { dialog, content } = await openPage(page, /^Edit .* What Is Covered$/)
  await emptied(page, content)
  const files = [
    { name: 'heavy.png', mimeType: 'image/png', buffer: heavy, refusal: 'File size should not be more than 10 MB' },
    { name: 'wide.jpg', mimeType: 'image/jpeg', buffer: wide, refusal: /This picture has too many pixels: 8000x7000/ },
  ]
  for (const [place, { refusal, ...file }] of files.entries()) {
    await dialog.locator('input[type=file]').setInputFiles(file)
    await expect(dialog.getByText(refusal)).toBeVisible()
    await dialog.getByRole('button', { name: 'Fit it for me' }).click()
    await expect(content.locator('img')).toHaveCount(place + 1)
    await expect(dialog.getByText(refusal)).toHaveCount(0)
  }
  const sizes = await content
    .locator('img')
    .evaluateAll((images: HTMLImageElement[]) =>
      Promise.all(images.map((image) => image.decode().then(() => image.naturalWidth / image.naturalHeight))),
    )
  // Whole, not cut to a shape.
  expect(sizes.map((ratio) => ratio.toFixed(2)).toSorted()).toEqual(['1.05', '1.14'])
})

test('Enter that confirms a word of an input method is no Enter for a dialog', async ({ page }) => {
  await signIn(page, '/manual-pages')
  const { dialog, content } = await openPage(page, /^Edit .* What Is Covered$/)
  const typing = await page.context().newCDPSession(page)
  /** Types a word as an input method does, and confirms it with Enter. */
  const compose = async (word: string) => {
    await typing.send('Input.imeSetComposition', { text: word, selectionStart: word.length, selectionEnd: word.length })
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
    await typing.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
    await typing.send('Input.insertText', { text: word })
    await typing.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
  }
  await content.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await compose('タンク')
  await expect(content).toContainText('タンク')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Control+k')
  const address = page.getByRole('textbox', { name: 'Link to' })
  await compose('タンク')
  await expect(address).toHaveValue('タンク')
  await page.keyboard.press('Escape')
  await expect(address).toBeHidden()

  await page.goto('/topics?new')
  const topic = page.getByRole('dialog', { name: 'New Topic' })
  await topic.getByRole('textbox', { name: 'Name' }).click()
  await compose('水タンク')
  await expect(topic.getByRole('textbox', { name: 'Name' })).toHaveValue('水タンク')
  await expect(topic).toBeVisible()
  await expect(page.getByText(/successfully/)).toHaveCount(0)
})
