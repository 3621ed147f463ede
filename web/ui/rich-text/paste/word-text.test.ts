import { describe, expect, it } from 'vitest'
import { pasteInto } from '#web/testing/paste-into.ts'

type Of = { list?: number; override?: number; font?: string; tag?: string; rest?: string }
/** A list paragraph as Word writes it: its mark is in a part to ignore, its list and level are in the style. */
const item = (
  level: number,
  mark: string,
  text: string,
  { list = 0, override = 1, font = '', tag = 'p', rest = '' }: Of = {},
) =>
  `<${tag} class=MsoListParagraphCxSpMiddle style='${rest}text-indent:-18.0pt;\nmso-list:l${list} level${level} lfo${override}'><![if !supportLists]><span style='${font}'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></${tag}>`
const heading = (level: number, mark: string, text: string) => item(level, mark, text, { list: 9, tag: `h${level}` })
const symbol = { font: 'font-family:Symbol' }
const word = (body: string, css = '') =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><style><!--${css}--></style></head><body><!--StartFragment-->${body}<!--EndFragment--></body></html>`
const stored = (body: string, css?: string) => pasteInto(word(body, css)).stored

describe('headings of Word', () => {
  it('stay headings, their numbers as text', () => {
    const body =
      heading(1, '1', 'Before you drive') +
      '<p class=MsoNormal>Check.</p>' +
      heading(2, '1.1', 'Tyres') +
      heading(3, 'A.', 'Front')
    expect(stored(body)).toBe('<h1>1 Before you drive</h1><p>Check.</p><h2>1.1 Tyres</h2><h3>A. Front</h3>')
    expect(stored(heading(1, 'Chapter 2:', 'Hitching') + heading(6, '1.1.1.1.1.1', 'Deep'))).toBe(
      '<h1>Chapter 2: Hitching</h1><h4>1.1.1.1.1.1 Deep</h4>',
    )
  })

  it('lose a bullet, which is no number', () => {
    expect(stored(item(1, '·', 'Tyres', { tag: 'h2', ...symbol }))).toBe('<h2>Tyres</h2>')
  })

  it('are known by their styles too', () => {
    const css = 'p.Chapter, li.Chapter {mso-style-parent:"Heading 2"; mso-outline-level:2; margin:0cm}'
    const body =
      '<p class=MsoTitle>Title</p><p class=Chapter>Own</p><p class=MsoHeading7>Seven</p><p class=MsoNormal style="mso-outline-level:3">Set</p><h5>Five</h5>'
    expect(stored(body, css)).toBe('<h1>Title</h1><h2>Own</h2><h4>Seven</h4><h3>Set</h3><h4>Five</h4>')
  })

  it('stand between the items of a list, which goes on', () => {
    const body = item(1, '1.', 'One') + heading(2, '1.1', 'Tyres') + item(1, '2.', 'Two')
    expect(stored(body)).toBe('<ol><li><p>One</p></li></ol><h2>1.1 Tyres</h2><ol start="2"><li><p>Two</p></li></ol>')
  })
})

describe('lists of Word', () => {
  it('go on with their number after a paragraph, a table or a picture', () => {
    const body = `${item(1, '1.', 'Close')}${item(1, '2.', 'Open')}<p class=MsoNormal>Wait.</p>${item(1, '3.', 'Drain')}<table><tr><td><p>T</p></td></tr></table>${item(1, '4.', 'Shut')}`
    expect(stored(body).replace(/ (col|row)span="1"/g, '')).toBe(
      '<ol><li><p>Close</p></li><li><p>Open</p></li></ol><p>Wait.</p><ol start="3"><li><p>Drain</p></li></ol><table><tbody><tr><td><p>T</p></td></tr></tbody></table><ol start="4"><li><p>Shut</p></li></ol>',
    )
  })

  it.each([
    ['(1)', '<ol><li>'],
    ['b)', '<ol start="2" type="a"><li>'],
    ['iv.', '<ol start="4" type="i"><li>'],
    ['C.', '<ol start="3" type="A"><li>'],
    ['II.', '<ol start="2" type="I"><li>'],
    ['[12]', '<ol start="12"><li>'],
    ['05.', '<ol start="5"><li>'],
    ['·', '<ul><li>'],
    ['o', '<ul><li>'],
    ['§', '<ul><li>'],
    ['–', '<ul><li>'],
    ['-', '<ul><li>'],
    ['•', '<ul><li>'],
    ['\uF0B7', '<ul><li>'],
  ])('keep the kind and number of %s', (mark, start) => {
    expect(stored(item(1, mark, 'x'))).toBe(`${start}<p>x</p></li></${start.slice(1, 3)}>`)
  })

  it('have bullets in letters of symbol fonts, and numbers without a dot in others', () => {
    expect(stored(item(1, 'v', 'x', { font: 'font-family:Wingdings' }))).toBe('<ul><li><p>x</p></li></ul>')
    expect(stored(item(1, 'a', 'x') + item(1, 'b', 'y'))).toBe('<ol type="a"><li><p>x</p></li><li><p>y</p></li></ol>')
    expect(stored(item(1, '<img src="file:///C:/clip_image001.gif" alt="*">', 'x'))).toBe('<ul><li><p>x</p></li></ul>')
    expect(stored(item(1, 'þ', 'Done', { font: 'font-family:Wingdings' }) + item(1, '☐', 'Open'))).toBe(
      '<ul><li><p>☑ Done</p></li><li><p>☐ Open</p></li></ul>',
    )
  })

  it('are counted as their style says', () => {
    const css = '@list l0:level1\n\t{mso-level-number-format:alpha-lower;\n\tmso-level-text:"%1\\)";}'
    expect(stored(item(1, 'i)', 'x'), css)).toBe('<ol start="9" type="a"><li><p>x</p></li></ol>')
    const bare = '<p class=MsoListParagraph style="mso-list:l0 level1 lfo1">x</p>'
    expect(stored(bare + bare, css)).toBe('<ol type="a"><li><p>x</p></li><li><p>x</p></li></ol>')
    expect(stored(bare)).toBe('<ul><li><p>x</p></li></ul>')
    const hidden =
      '<p style="mso-list:l0 level1 lfo1"><!--[if !supportLists]><span style="mso-list:Ignore">7.&nbsp;</span><![endif]-->x</p>'
    expect(stored(hidden)).toBe('<ol start="7"><li><p>x</p></li></ol>')
    expect(
      stored(
        item(1, '7.', 'x')
          .replace('<![if !supportLists]>', '<!--[if !supportLists]-->')
          .replace('<![endif]>', '<!--[endif]-->'),
      ),
    ).toBe('<ol start="7"><li><p>x</p></li></ol>')
  })

  it('are nested by their levels', () => {
    const body = [
      item(1, '1.', 'A'),
      item(2, 'a.', 'B'),
      item(3, 'i.', 'C'),
      item(3, 'ii.', 'D'),
      item(2, 'b.', 'E'),
      item(2, '·', 'F', symbol),
      item(1, '2.', 'G'),
    ]
    expect(stored(body.join('\n'))).toBe(
      '<ol><li><p>A</p><ol type="a"><li><p>B</p><ol type="i"><li><p>C</p></li><li><p>D</p></li></ol></li><li><p>E</p></li></ol><ul><li><p>F</p></li></ul></li><li><p>G</p></li></ol>',
    )
    expect(stored(item(2, 'b.', 'Lower') + item(1, '2.', 'Upper'))).toBe(
      '<ol start="2" type="a"><li><p>Lower</p></li></ol><ol start="2"><li><p>Upper</p></li></ol>',
    )
  })

  it('begin anew where their number does, or another list follows', () => {
    expect(
      stored(item(1, '1.', 'a') + item(1, '2.', 'b') + item(1, '1.', 'c', { override: 2 }) + item(1, '5.', 'd')),
    ).toBe('<ol><li><p>a</p></li><li><p>b</p></li></ol><ol><li><p>c</p></li></ol><ol start="5"><li><p>d</p></li></ol>')
  })

  it('show the last part of a number of several levels, which is said', () => {
    const body =
      item(1, '1.', 'A') + item(2, '1.1.', 'B') + item(2, '1.2.', 'C') + item(3, '1.2.1.', 'D') + item(1, '2.', 'E')
    const pasted = pasteInto(word(body))
    expect(pasted.stored).toBe(
      '<ol><li><p>A</p><ol><li><p>B</p></li><li><p>C</p><ol><li><p>D</p></li></ol></li></ol></li><li><p>E</p></li></ol>',
    )
    expect(pasted.said).toEqual(['Numbers of several parts, such as “1.1.”, show their last part only.'])
    expect(stored(item(1, '1.', 'A') + item(2, '1.a', 'B'))).toContain('<ol type="a"><li><p>B</p>')
  })

  it('keep as text what no list can show', () => {
    const body = heading(1, '1', 'Tyres') + item(2, '1.1', 'Check') + item(2, '1.2', 'Fill')
    expect(pasteInto(word(body))).toMatchObject({ stored: '<h1>1 Tyres</h1><p>1.1 Check</p><p>1.2 Fill</p>', said: [] })
    const broken =
      item(1, '1.', 'A') + item(2, '1.1', 'B') + '<p class=MsoNormal>x</p>' + item(2, '1.2', 'C') + item(1, '2.', 'D')
    expect(pasteInto(word(broken))).toMatchObject({
      stored: '<ol><li><p>A</p></li></ol><p>1.1 B</p><p>x</p><p>1.2 C</p><ol start="2"><li><p>D</p></li></ol>',
      said: [],
    })
    expect(stored(item(1, 'Step 1:', 'Close') + item(1, 'Step 2:', 'Open'))).toBe(
      '<p>Step 1: Close</p><p>Step 2: Open</p>',
    )
  })

  it('have items of several paragraphs', () => {
    const body = `${item(1, '1.', 'One')}<p class=MsoListContinue>more</p>${item(2, 'a.', 'Below', { rest: 'margin-left:72.0pt;' })}<p class=MsoListParagraph style='margin-left:72.0pt'>of it</p><p class=MsoListParagraph>of one</p>${item(1, '2.', 'Two')}<p class=MsoNormal style='mso-list:none'>End</p>`
    expect(stored(body)).toBe(
      '<ol><li><p>One</p><p>more</p><ol type="a"><li><p>Below</p><p>of it</p></li></ol><p>of one</p></li><li><p>Two</p></li></ol><p>End</p>',
    )
  })
})

describe('comments and changes of Word', () => {
  const comment = (number: number, text: string) =>
    `<a style='mso-comment-reference:A_${number};mso-comment-date:20260101T1000'>${text}</a><span class=MsoCommentReference><span style='font-size:8.0pt'><![if !supportAnnotations]><a class=msocomanchor id="_anchor_${number}" href="#_msocom_${number}" name="_msoanchor_${number}">[A${number}]</a><![endif]><span style='mso-special-character:comment'>&nbsp;</span></span></span>`
  const said = (number: number) =>
    `<div style='mso-element:comment'><![if !supportAnnotations]><div id="_com_${number}" class=msocomtxt><![endif]><span style='mso-comment-author:"A"'><![if !supportAnnotations]><a name="_msocom_${number}"></a><![endif]></span><p class=MsoCommentText><span class=MsoCommentReference><![if !supportAnnotations]><a class=msocomoff href="#_msoanchor_${number}">[A${number}]</a><![endif]></span>Really?</p><![if !supportAnnotations]></div><![endif]></div>`
  const list = (...comments: string[]) =>
    `<div style='mso-element:comment-list'><![if !supportAnnotations]><hr class=msocomoff align=left size=1 width="33%"><![endif]>${comments.join('')}</div>`

  it('leaves comments and their marks out, and says how many', () => {
    const one = pasteInto(word(`<p class=MsoNormal>${comment(1, 'Check')} the brakes.</p>${list(said(1))}`))
    expect(one).toMatchObject({ stored: '<p>Check the brakes.</p>', said: ['One comment was left out.'] })
    const two = `<p class=MsoNormal>${comment(1, 'Check')} the ${comment(2, 'brakes')}.</p>`
    expect(pasteInto(word(two + list(said(1), said(2))))).toMatchObject({
      stored: '<p>Check the brakes.</p>',
      said: ['2 comments were left out.'],
    })
    expect(pasteInto(word(two)).said).toEqual(['2 comments were left out.'])
  })

  it('takes the text as if the changes were accepted, and says so', () => {
    const body = `<p class=MsoNormal>Keep <span class=msoIns><ins cite="mailto:A" datetime="2026-01-01T10:00">new</ins></span><span class=msoDel><del cite="mailto:A">old</del></span> end</p><p class=MsoNormal><del cite="mailto:A">A line</del></p>`
    expect(pasteInto(word(body))).toMatchObject({
      stored: '<p>Keep new end</p>',
      said: ['Tracked changes were pasted as if accepted.'],
    })
    expect(pasteInto('<p>a <ins cite="mailto:B">b</ins><del cite="mailto:B">c</del></p>')).toMatchObject({
      stored: '<p>a b</p>',
      said: ['Tracked changes were pasted as if accepted.'],
    })
  })

  it('counts the items of a list without those that a change deletes', () => {
    const gone = `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span class=msoDel><del cite="mailto:A"><span style='mso-list:Ignore'>2.</span>gone</del></span></p>`
    expect(stored(item(1, '1.', 'a') + gone + item(1, '3.', 'b') + item(1, '4.', 'c'))).toBe(
      '<ol><li><p>a</p></li><li><p>b</p></li><li><p>c</p></li></ol>',
    )
  })

  it('leaves struck through what other pages delete', () => {
    expect(pasteInto('<p>a <del>b</del> <ins>c</ins> <s>d</s></p>')).toMatchObject({
      stored: '<p>a <s>b</s> c <s>d</s></p>',
      said: [],
    })
    expect(stored('<p class=MsoNormal>a <s>b</s></p>')).toBe('<p>a <s>b</s></p>')
  })

  it('keeps footnotes, whose words stand at the end, and says which links it leaves out', () => {
    const notes = `<p class=MsoNormal>Fill<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]>[1]<![endif]></span></span></a>.</p><div style='mso-element:footnote-list'><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1">[1]</a> With water.</p></div></div>`
    expect(pasteInto(word(notes))).toMatchObject({ stored: '<p>Fill[1].</p><p>[1] With water.</p>', said: [] })
    expect(
      pasteInto(word('<p>See <a href="#_Toc1">Tyres</a> and <a href="https://a.example/">this</a></p>')).said,
    ).toEqual([
      'One link was left out, because it does not lead to a web, email or telephone address. Its text is kept.',
    ])
  })

  it('loses what nobody sees, and has signs as what they look like', () => {
    const sign = (letter: string, font: string) =>
      `<span style='font-family:${font};mso-char-type:symbol;mso-symbol-font-family:${font}'><span style='mso-char-type:symbol;mso-symbol-font-family:${font}'>${letter}</span></span>`
    expect(
      stored(
        `<p class=MsoNormal>On ${sign('à', 'Wingdings')} off ${sign('\uF04A', 'Wingdings')} ${sign('³', 'Symbol')} 5<span style='display:none;mso-hide:all'> secret</span></p>`,
      ),
    ).toBe('<p>On → off ☺ ≥ 5</p>')
    const evened = `<table><tr><td><p>a</p></td></tr><![if !supportMisalignedColumns]><tr height=0><td width=9 style='border:none'></td></tr><![endif]></table>`
    expect(stored(evened)).toBe('<table><tbody><tr><td colspan="1" rowspan="1"><p>a</p></td></tr></tbody></table>')
  })

  it('has tabs as blanks and empty paragraphs as empty', () => {
    const body = `<p class=MsoNormal>Torque<span style='mso-tab-count:1'>            </span>90 Nm</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>End</p>`
    expect(stored(body)).toBe('<p>Torque 90 Nm</p><p></p><p>End</p>')
  })
})
