import { expect, it } from 'vitest'
import { richTextToPlainText } from './plain-text.ts'

it('reads rich text as plain words, a line for each block', () => {
  const html =
    '<h2>Help</h2><p>Call <b>us</b>,<br>or write.</p><ul><li><p>One</p></li></ul><hr><img src="x" alt="A winch">' +
    '<table><tbody><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table><iframe src="https://player.vimeo.com/video/1"></iframe>'
  expect(richTextToPlainText(html).split('\n')).toEqual([
    'Help',
    'Call us,',
    'or write.',
    '• One',
    '———',
    '[Image: A winch]',
    'a | b |',
    '[Video: https://player.vimeo.com/video/1]',
  ])
})
