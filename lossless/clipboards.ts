/** What is pasted: its HTML, and what a reader finds in it afterwards. */
export type Clipboard = { name: string; html: string; reads: string[] }

const word = (body: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"></head><body lang=EN-US><!--StartFragment-->${body}<!--EndFragment--></body></html>`
const item = (mark: string, text: string, { tag = 'p', level = 1, list = 1 } = {}) =>
  `<${tag} class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l${list} level${level} lfo${list}'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></${tag}>`
const normal = (text: string) => `<p class=MsoNormal>${text}<o:p></o:p></p>`

/** Clipboards of the programs that people paste from. */
export const clipboards: Clipboard[] = [
  {
    name: 'Word: numbered headings',
    html: word(
      item('1', 'Before you drive', { tag: 'h1', list: 7 }) +
        normal('Check the hitch.') +
        item('1.1', 'Tyres', { tag: 'h2', list: 7, level: 2 }) +
        normal('Check the pressure.'),
    ),
    reads: ['# 1 Before you drive', 'Check the hitch.', '## 1.1 Tyres', 'Check the pressure.'],
  },
  {
    name: 'Word: steps that go on after a paragraph',
    html: word(item('1.', 'Close') + item('2.', 'Open') + normal('Wait.') + item('3.', 'Drain')),
    reads: ['1. Close', '2. Open', 'Wait.', '3. Drain'],
  },
  {
    name: 'Word: numbers of other kinds',
    html: word(
      item('(1)', 'paren') +
        normal('x') +
        item('b)', 'letter', { list: 2 }) +
        normal('y') +
        item('iv.', 'four', { list: 3 }),
    ),
    reads: ['1. paren', 'x', 'b. letter', 'y', 'iv. four'],
  },
  {
    name: 'Word: bullets and levels',
    html: word(item('·', 'One') + item('o', 'Below', { level: 2 }) + item('·', 'Two')),
    reads: ['• One', '• Below', '• Two'],
  },
  {
    name: 'Word: a table with merged cells',
    html: word(
      `<table class=MsoTableGrid border=1><tr><td colspan=2 width=200><p class=MsoNormal>Wide<o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>A</p></td><td><p class=MsoNormal>B</p></td></tr></table>`,
    ),
    reads: ['| (2x1) Wide', '| A', '| B'],
  },
  {
    name: 'Word: tracked changes',
    html: word(normal('Use <del cite="mailto:a">gas</del><ins cite="mailto:a">water</ins>.')),
    reads: ['Use water.'],
  },
  {
    name: 'Word: a comment',
    html: word(
      `${normal('Look here.<span class=MsoCommentReference><a class=msocomanchor href="#_msocom_1" id="_anchor_1">[A1]</a></span>')}<div style='mso-element:comment-list'><div style='mso-element:comment'><p class=MsoCommentText>Why?</p></div></div>`,
    ),
    reads: ['Look here.'],
  },
  {
    name: 'Google Docs',
    html: '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:400">Tyres</span></h2><p dir="ltr"><span style="font-weight:700">Check</span><span> it</span></p><ol><li dir="ltr" style="list-style-type:decimal" aria-level="1"><p dir="ltr"><span>One</span></p></li><ol><li dir="ltr" style="list-style-type:lower-alpha" aria-level="2"><p dir="ltr"><span>Sub</span></p></li></ol></ol></b>',
    reads: ['## Tyres', 'Check it', '1. One', 'a. Sub'],
  },
  {
    name: 'A web page',
    html: '<div>one</div><div>two</div><dl><dt>Term</dt><dd>Meaning</dd></dl><h5>Five</h5><details><summary>More</summary>text</details>',
    reads: ['one', 'two', 'Term', 'Meaning', '#### Five', 'More', 'text'],
  },
  {
    name: 'A web page: a table with a caption',
    html: '<table><caption>Fuses</caption><thead><tr><th>Fuse</th><th>A</th></tr></thead><tbody><tr><td>Pump</td><td>15</td></tr></tbody></table>',
    reads: ['Fuses', '|| Fuse', '|| A', '| Pump', '| 15'],
  },
  {
    name: 'A web page: pictures with their words',
    html: '<p>Look:</p><p><img src="https://elsewhere.example/pump.png" alt="The pump"></p><p>End</p>',
    reads: ['Look:', '[The pump]', 'End'],
  },
  {
    name: 'LibreOffice',
    html: '<html><body><ol type="a" start="3"><li><p>c</p></li><li><p>d</p></li></ol><p align="center">Middle</p></body></html>',
    reads: ['c. c', 'd. d', 'Middle'],
  },
]
