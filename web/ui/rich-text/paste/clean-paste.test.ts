import { describe, expect, it } from 'vitest'
import { cleanPaste, marksIn, type Picture } from './clean-paste.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const HEX = Buffer.from(PNG, 'base64').toString('hex')
const clean = (html: string, rtf?: string) => cleanPaste(html, (src) => src.startsWith('/files/'), rtf)
const filesIn = (pictures: Picture[]) => pictures.filter((picture) => picture instanceof File)
const item = (level: number, bullet: string, text: string, list = 0) =>
  `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l${list} level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${bullet}<span>&nbsp; </span></span><![endif]>${text}</p>`

describe('what is pasted from Word', () => {
  it('has its paragraphs of lists as lists, nested and numbered', () => {
    const { html } = clean(
      `<p class=MsoNormal>Before</p>${item(1, '·', 'One')}${item(2, 'o', 'Below')}${item(1, '·', 'Two')}<p>Between</p>${item(1, '1.', 'First', 1)}${item(1, '2.', 'Second', 1)}`,
    )
    expect(html.replace(/<!--.*?-->/g, '')).toBe(
      '<p class="MsoNormal">Before</p><ul><li><p>One</p><ul><li><p>Below</p></li></ul></li><li><p>Two</p></li></ul><p>Between</p><ol><li><p>First</p></li><li><p>Second</p></li></ol>',
    )
  })

  it('keeps two lists that follow each other apart', () => {
    expect(clean(item(1, '·', 'One') + item(1, '1)', 'First', 1)).html.match(/<[uo]l>/g)).toEqual(['<ul>', '<ol>'])
  })

  it('has its title as heading, and none of its styles and scripts', () => {
    const { html } = clean('<style>p{}</style><script>1</script><p class=MsoTitle>Brakes</p><xml>x</xml>')
    expect(html).toBe('<h1>Brakes</h1>')
  })

  it('takes pictures from the RTF beside it, where each has its bytes', async () => {
    const html = '<p>a<img src="file:///C:/clip_image001.png">b</p>'
    const picture = `{\\pict{\\*\\picprop\\shplid1025{\\sp{\\sn shapeType}{\\sv 75}}{\\sp{\\sn fFlipH}{\\sv 0}}}\\picscalex100\\picw26\\pngblip\\bliptag1{\\*\\blipuid 0123456789abcdef0123456789abcdef}\n${HEX.slice(0, 20)}\n${HEX.slice(20)}}`
    const bullet = `{\\*\\listpicture${picture}}`
    const rtf = `{\\rtf1${bullet}Two faced {\\*\\shppict${picture}}{\\nonshppict${picture}}}`
    const { pictures, left, html: cleaned } = clean(html, rtf)
    expect([left, filesIn(pictures).map(({ name, type, size }) => [name, type, size])]).toEqual([
      0,
      [['picture-1.png', 'image/png', HEX.length / 2]],
    ])
    expect(Buffer.from(await (filesIn(pictures)[0] as File).arrayBuffer()).toString('hex')).toBe(HEX)
    expect(marksIn(cleaned)).toMatchObject([{ picture: 0 }])
    expect(
      filesIn(clean(html, `{\\rtf1{\\pict\\jpegblip\\bliptag1 ${HEX}}}`).pictures).map(({ size }) => size),
    ).toEqual([HEX.length / 2])
    expect(clean(html, '{\\rtf1 none}')).toMatchObject({ html: '<p>ab</p>', pictures: [], left: 1 })
  })
})

describe('pictures in what is pasted', () => {
  it('are files where their bytes came along, or their addresses; ours stay, others are counted', () => {
    const { html, pictures, left } = clean(
      `<p>x</p><img src="data:image/png;base64,${PNG}"><img src="/files/own.png"><img src="https://elsewhere.example/a.png" width=""><img src="data:image/png;base64,!!"><img src="blob:x"><img src="https://elsewhere.example/count.gif" width="1" height="1">`,
    )
    expect(filesIn(pictures)).toHaveLength(1)
    expect(pictures[1]).toEqual({
      name: 'the picture from elsewhere.example',
      address: 'https://elsewhere.example/a.png',
    })
    expect([pictures.length, left]).toEqual([2, 2])
    expect(html).toContain('<img src="/files/own.png">')
    expect(html).not.toContain('elsewhere')
  })
})
