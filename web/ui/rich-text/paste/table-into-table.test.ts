import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { CellSelection } from '@tiptap/pm/tables'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pasteInto } from '#web/testing/paste-into.ts'

type Options = Parameters<typeof pasteInto>[1]
/** A table of rows of cells; `2:A` spans two columns, `|A` two rows. */
const table = (...rows: string[]) =>
  `<table><tbody>${rows.map((row) => `<tr>${row.split(' ').map(cell).join('')}</tr>`).join('')}</tbody></table>`
const cell = (text: string) =>
  `<td colspan="${text.startsWith('2:') ? 2 : 1}" rowspan="${text.startsWith('|') ? 2 : 1}"><p>${text.replace(/^(2:|\|)/, '')}</p></td>`

function placeOf({ state }: Editor, text: string) {
  let place = 0
  state.doc.descendants((node, position) => {
    if (node.isText && node.text === text) place = position
  })
  return state.doc.resolve(place)
}
const inCell = (text: string) => (editor: Editor) => TextSelection.near(placeOf(editor, text))
const cells = (first: string, last: string) => (editor: Editor) => {
  const before = (text: string) => placeOf(editor, text).before(-1)
  return CellSelection.create(editor.state.doc, before(first), before(last))
}
const numbers = table('1 2', '3 4')
const letters = table('A B', 'C D')
const pasted = (html: string, at: NonNullable<Options>['at'], start = numbers) =>
  pasteInto(html, { start: `${start}<p>after</p>`, ...(at && { at }) })

describe('a table that is pasted into a table', () => {
  it.each([inCell('1'), cells('1', '4')])('goes below it if it has merged cells, which is said', (at) => {
    const merged = table('A B |C', 'D E')
    expect(pasted(merged, at)).toMatchObject({
      stored: `${numbers}${merged}<p>after</p>`,
      said: ['The table was inserted below, because it has merged cells.'],
    })
    expect(pasted(`${merged}<p class=MsoNormal><o:p>&nbsp;</o:p></p>`, at).stored).toBe(
      `${numbers}${merged}<p>after</p>`,
    )
  })

  it('goes over the cells otherwise, and the table grows', () => {
    expect(pasted(letters, inCell('1'))).toMatchObject({ stored: `${letters}<p>after</p>`, said: [] })
    expect(pasted(letters, inCell('4')).stored).toBe(
      `${table('1 2 -', '3 A B', '- C D').replaceAll('-', '')}<p>after</p>`,
    )
    expect(pasted(`${letters}<p><o:p>&nbsp;</o:p></p>`, inCell('1')).stored).toBe(`${letters}<p>after</p>`)
  })

  it('fills the selected cells, and loses none where there are more', () => {
    expect(pasted(table('A'), cells('1', '4')).stored).toBe(`${table('A A', 'A A')}<p>after</p>`)
    expect(pasted(letters, cells('1', '2')).stored).toBe(`${letters}<p>after</p>`)
    expect(pasted(table('A B'), cells('1', '4')).stored).toBe(`${table('A B', 'A B')}<p>after</p>`)
  })

  it('goes below it with the text around it', () => {
    expect(pasted(`<table><caption>Torque</caption><tr><td>A</td></tr></table>`, inCell('1'))).toMatchObject({
      stored: `${numbers}<p>Torque</p>${table('A')}<p>after</p>`,
      said: ['The text was inserted below the table, because it contains a table.'],
    })
  })

  it('takes its pictures along', () => {
    const image = '<img src="https://elsewhere.example/a.png" alt="A bolt">'
    expect(pasted(`<table><tr><td>A${image}</td><td>B</td></tr></table>`, inCell('1')).stored).toContain(
      '<p>A</p><img src="/files/1.png" alt="A bolt"></td>',
    )
    const merged = pasted(
      `<table><tr><td colspan="2">A${image}</td></tr><tr><td>B</td><td>C</td></tr></table>`,
      inCell('1'),
    )
    expect(merged.stored).toContain('<td colspan="2" rowspan="1"><p>A</p><img src="/files/1.png" alt="A bolt"></td>')
    expect(merged.said).toHaveLength(1)
  })

  it('throws nothing and loses nothing, whatever is merged in either', () => {
    const span = fc.constantFrom(1, 1, 1, 2, 3)
    const rows = fc.array(fc.array(fc.tuple(span, span), { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 3,
    })
    const html = (spans: [number, number][][], name: string) =>
      `<table>${spans.map((row, y) => `<tr>${row.map(([colspan, rowspan], x) => `<td colspan="${colspan}" rowspan="${rowspan}">${name}${y}${x}</td>`).join('')}</tr>`).join('')}</table>`
    fc.assert(
      fc.property(rows, rows, fc.nat(), fc.nat(), fc.boolean(), (there, these, first, last, isCells) => {
        const names = there.flatMap((row, y) => row.map((_, x) => `t${y}${x}`))
        const [a = '', b = ''] = [first, last].map((at) => names[at % names.length])
        const { stored } = pasteInto(html(these, 'p'), {
          start: html(there, 't'),
          at: isCells ? cells(a, b) : inCell(a),
        })
        for (const [y, row] of these.entries()) for (const x of row.keys()) expect(stored).toContain(`p${y}${x}`)
      }),
      { numRuns: 60, seed: 4 },
    )
  })
})
