import { describe, expect, it } from 'vitest'
import { pasteInto } from '#web/testing/paste-into.ts'

/** Bytes that tell pictures apart, as hexadecimal digits. */
const bytes = (name: string) => Buffer.from(`picture ${name}`).toString('hex')
const contents = (pictures: ReturnType<typeof pasteInto>['pictures']) =>
  Promise.all(pictures.map(async (picture) => (picture instanceof File ? (await picture.text()).slice(8) : '')))
const srcAndAlt = (stored: string) => [...stored.matchAll(/<img src="([^"]*)" alt="([^"]*)">/g)].map(([, , alt]) => alt)

const image = (name: string, { alt = '', id = '', size = [100, 50], ending = 'png' } = {}) =>
  `<![if !vml]><img width=${size[0]} height=${size[1]} src="file:///C:/clip_${name}.${ending}"${alt && ` alt="${alt}"`}${id && ` v:shapes="${id}"`}><![endif]>`
const vmlPicture = (id: string, number: number, alt = '') =>
  `<!--[if gte vml 1]><v:shapetype id="_x0000_t75"><v:stroke joinstyle="miter"/></v:shapetype><v:shape id="${id}" o:spid="_x0000_i${number}" type="#_x0000_t75" alt="${alt}" style='width:75pt;height:37.5pt'><v:imagedata src="file:///C:/clip_${number}.png" o:title=""/></v:shape><![endif]-->`
const vmlDrawn = (id: string, number: number) =>
  `<!--[if gte vml 1]><v:rect id="${id}" o:spid="_x0000_s${number}" style='width:90pt;height:60pt' fillcolor="red"/><![endif]-->`
const word = (...parts: string[]) =>
  `<html xmlns:v="urn:schemas-microsoft-com:vml"><body><!--StartFragment-->${parts.map((part) => `<p class=MsoNormal>${part}</p>`).join('')}<!--EndFragment--></body></html>`

const pict = (
  name: string,
  {
    kind = 'pngblip',
    number = 0,
    alt = '',
    size = [100, 50],
  }: { kind?: string; number?: number; alt?: string; size?: number[] } = {},
) =>
  `{\\pict{\\*\\picprop${number ? `\\shplid${number}` : ''}{\\sp{\\sn wzDescription}{\\sv ${alt}}}}\\picscalex50\\picscaley50\\picw10\\pich10\\picwgoal${(size[0] ?? 0) * 30}\\pichgoal${(size[1] ?? 0) * 30}\\${kind}\\bliptag1{\\*\\blipuid 00ff}\n${bytes(name)}}`
const inline = (...picture: Parameters<typeof pict>) =>
  `{\\*\\shppict${pict(...picture)}}{\\nonshppict${pict('old', { kind: 'wmetafile8' })}}`
const floating = (number: number, name: string, text = '') =>
  `{\\shp{\\*\\shpinst\\shpleft0\\shptop0\\shpright1500\\shpbottom750\\shplid${number}{\\sp{\\sn pib}{\\sv ${text || pict(name)}}}{\\sp{\\sn wzName}{\\sv ${name}}}}{\\shprslt{\\par ${pict('old')}}}}`
const drawn = (number: number) =>
  `{\\shp{\\*\\shpinst\\shplid${number}{\\sp{\\sn shapeType}{\\sv 1}}}{\\shprslt{\\*\\do ${pict('old', { kind: 'wmetafile8' })}}}}`
const rtf = (...parts: string[]) => `{\\rtf1{\\*\\listpicture${pict('bullet')}}${parts.join('Two faced ')}}`

describe('pictures of Word', () => {
  it('come along with their alternative texts, each at its place', async () => {
    const html = word(`a ${image('1', { alt: 'A  winch' })}`, `${image('2')} b`)
    const { stored, said, pictures } = pasteInto(html, {
      rtf: rtf(inline('one'), inline('two', { kind: 'jpegblip', alt: 'Said there' })),
    })
    expect(stored).toBe(
      '<p>a </p><img src="/files/1.png" alt="A winch"><img src="/files/2.png" alt="Said there"><p> b</p>',
    )
    expect(said).toEqual([])
    expect(await contents(pictures)).toEqual(['one', 'two'])
    expect(pictures.map((picture) => picture instanceof File && picture.type)).toEqual(['image/png', 'image/jpeg'])
  })

  it('have the alternative text of their shape where the image has none', () => {
    const html = word(`x${vmlPicture('Picture_x0020_1', 1025, 'A hitch')}${image('1', { id: 'Picture_x0020_1' })}`)
    expect(srcAndAlt(pasteInto(html, { rtf: rtf(inline('one', { number: 1025 })) }).stored)).toEqual(['A hitch'])
  })

  it('stay in when a shape is drawn between them, which is said', async () => {
    const html = word(
      `x${image('1', { alt: 'first' })}`,
      `${vmlDrawn('Rectangle_x0020_2', 1030)}${image('2', { id: 'Rectangle_x0020_2', ending: 'gif' })}`,
      image('3', { alt: 'last' }),
    )
    for (const beside of [rtf(inline('one'), drawn(1030), inline('three')), rtf(inline('one'), inline('three'))]) {
      const { stored, said, pictures } = pasteInto(html, { rtf: beside })
      expect(await contents(pictures)).toEqual(['one', 'three'])
      expect(srcAndAlt(stored)).toEqual(['first', 'last'])
      expect(said).toEqual([
        'One drawing was left out, because it is not a picture. Save it as one and insert it as a file.',
      ])
    }
  })

  it('are told apart by their numbers, names and texts, whatever their order', async () => {
    const html = word(
      `x${vmlPicture('Picture_x0020_7', 1041)}${image('1', { id: 'Picture_x0020_7' })}`,
      image('2', { id: 'Bild_x0020_3' }),
      image('3', { alt: 'The jack' }),
    )
    const beside = rtf(inline('jack', { alt: 'The jack' }), floating(1050, 'Bild 3'), inline('seven', { number: 1041 }))
    expect(await contents(pasteInto(html, { rtf: beside }).pictures)).toEqual(['seven', 'Bild 3', 'jack'])
  })

  it('are told apart by size and type where there are more than came along; what is not certain stays out', async () => {
    const html = word(
      `x${image('1', { size: [100, 50] })}`,
      image('2', { size: [300, 300] }),
      image('3', { size: [64, 64], ending: 'jpg' }),
    )
    const beside = rtf(inline('one'), inline('three', { kind: 'jpegblip', size: [64, 64] }))
    const { said, pictures } = pasteInto(html, { rtf: beside })
    expect(await contents(pictures)).toEqual(['one', 'three'])
    expect(said).toEqual([
      'One picture was left out, because it was not part of what you pasted. Save it and insert it as a file.',
    ])
    const alike = word(`x${image('1')}`, image('2'), image('3'))
    const uncertain = pasteInto(alike, { rtf: rtf(inline('one'), inline('two')) })
    expect(uncertain.pictures).toEqual([])
    expect(uncertain.said).toEqual([
      '3 pictures were left out, because they were not part of what you pasted. Save them and insert them as files.',
    ])
  })

  it('that browsers do not show are said, and the others keep their places', async () => {
    const html = word(`x${image('1')}`, image('2'), image('3'))
    const beside = rtf(inline('one'), inline('two', { kind: 'emfblip' }), inline('three'))
    const { said, pictures } = pasteInto(html, { rtf: beside })
    expect(await contents(pictures)).toEqual(['one', 'three'])
    expect(said).toEqual([
      'One drawing was left out, because it is not a picture. Save it as one and insert it as a file.',
    ])
  })

  it('that exist only as VML are taken from the RTF, or else said', async () => {
    const html = word(`before ${vmlPicture('Picture_x0020_1', 1025, 'A tank')} behind`)
    const taken = pasteInto(html, { rtf: rtf(inline('tank', { number: 1025 })) })
    expect(taken.stored).toBe('<p>before </p><img src="/files/1.png" alt="A tank"><p> behind</p>')
    expect(await contents(taken.pictures)).toEqual(['tank'])
    const left = pasteInto(word(`a${vmlPicture('Picture_x0020_1', 1025)}`, vmlPicture('Picture_x0020_2', 1026)))
    expect(left.said).toEqual([
      '2 pictures were left out, because they were not part of what you pasted. Save them and insert them as files.',
    ])
    expect(pasteInto(word(`a${vmlDrawn('Rectangle_x0020_1', 1030)}`)).said).toEqual([
      'One drawing was left out, because it is not a picture. Save it as one and insert it as a file.',
    ])
  })

  it('are no lines across the page, bullets or shape types', () => {
    const line =
      '<!--[if gte vml 1]><v:rect id="_x0000_i1025" o:hr="t" o:hrstd="t"/><![endif]--><![if !vml]><hr><![endif]>'
    const bullet =
      '<!--[if gte vml 1]><v:shape id="_x0000_i1026" o:bullet="t"><v:imagedata src="x.gif"/></v:shape><![endif]-->'
    expect(pasteInto(`${word('a', bullet)}<div>${line}</div><p>b</p>`)).toMatchObject({
      stored: '<p>a</p><p></p><hr><p>b</p>',
      said: [],
    })
  })

  it('leave the words of a text box, which only Word reads', () => {
    const box =
      '<!--[if gte vml 1]><v:shape id="Text_x0020_Box_x0020_2" o:spid="_x0000_s1026" type="#_x0000_t202"><v:textbox><![if !mso]><table><tr><td><![endif]><div><p class=MsoNormal>Mind the height.</p></div><![if !mso]></td></tr></table><![endif]></v:textbox></v:shape><![endif]-->'
    const { stored, said } = pasteInto(word(`Before.${box}${image('1', { id: 'Text_x0020_Box_x0020_2' })}`, 'After.'))
    expect(stored).toBe('<p>Before.</p><p>Mind the height.</p><p>After.</p>')
    expect(said).toHaveLength(1)
  })
})

describe('pictures of other pages', () => {
  it('keep their alternative texts, and those drawn for a sign become the sign', () => {
    const html =
      '<p>x<img src="https://elsewhere.example/a.png" alt="The &quot;pump&quot;"></p><p>Go <img class="emoji" alt="🚐" src="https://elsewhere.example/van.png">!</p><img src="/files/own.png" alt="Ours">'
    const { stored, pictures } = pasteInto(html)
    expect(stored).toBe(
      '<p>x</p><img src="/files/1.png" alt="The &quot;pump&quot;"><p>Go 🚐!</p><img src="/files/own.png" alt="Ours">',
    )
    expect(pictures).toEqual([
      { name: 'the picture from elsewhere.example', address: 'https://elsewhere.example/a.png' },
    ])
  })

  it('are counted where neither bytes nor an address came along, but for what counts visits', () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const { pictures, said } = pasteInto(
      `<p>x</p><img src="data:image/png;base64,${png}"><img src="data:image/png;base64,!!"><img src="blob:x"><img src="https://elsewhere.example/count.gif" width="1" height="1">`,
    )
    expect(pictures).toHaveLength(1)
    expect(said).toEqual([
      '2 pictures were left out, because they were not part of what you pasted. Save them and insert them as files.',
    ])
  })

  it('lose the links that they have, which is said', () => {
    const linked =
      '<p>x</p><a href="https://elsewhere.example/"><img src="https://elsewhere.example/a.png" alt="A"></a>'
    expect(pasteInto(linked).said).toEqual([
      'The link of one picture was left out, because pictures cannot have links here.',
    ])
    expect(pasteInto(linked + linked).said).toEqual([
      'The links of 2 pictures were left out, because pictures cannot have links here.',
    ])
  })

  it('are said where a text takes none', () => {
    const html = '<p>a<img src="https://elsewhere.example/a.png">b<img src="https://elsewhere.example/b.png"></p>'
    expect(pasteInto(html, { takesImages: false })).toMatchObject({
      stored: '<p>ab</p>',
      said: ['2 pictures were left out, because this text cannot hold pictures.'],
    })
  })

  it('that did not come along are said in the same words there', () => {
    expect(pasteInto('<p>a<img src="file:///C:/a.png"></p>', { takesImages: false }).said).toEqual([
      'One picture was left out, because this text cannot hold pictures.',
    ])
  })

  it('that are copied alone are the file, with the text of the page', () => {
    const file = new File(['x'], 'image.png', { type: 'image/png' })
    const html = '<meta charset="utf-8"><img src="https://elsewhere.example/a.png" alt="A winch">'
    expect(pasteInto(html, { files: [file] })).toMatchObject({
      stored: '<img src="/files/1.png" alt="A winch">',
      pictures: [file],
    })
  })
})
