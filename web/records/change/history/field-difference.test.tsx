import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FieldChange } from '#contract/changes.ts'
import { FieldDifference } from './field-difference.tsx'

function show(change: Omit<FieldChange, 'field' | 'label'> & { field?: string; label?: string }) {
  const { container } = render(
    <MantineProvider>
      <FieldDifference change={{ field: 'name', label: 'Name', ...change }} entryId="entry-1" />
    </MantineProvider>,
  )
  const texts = (tag: string) => [...container.querySelectorAll(tag)].map(({ textContent }) => textContent)
  return { removed: texts('del'), added: texts('ins'), container }
}

describe('the difference of a field', () => {
  it('is shown word by word for texts, in words for screen readers as well', () => {
    const { removed, added } = show({ type: 'text', from: 'Check the roof twice.', to: 'Check the roof once.' })
    expect(removed).toEqual(['removed: twice'])
    expect(added).toEqual(['added: once'])
    expect(screen.getByText('Name')).toBeVisible()
  })

  it.each(['', null])('is nothing where a new record leaves the field empty: %j', (to) => {
    show({ type: 'text', from: null, to })
    expect(screen.queryByText('Name')).toBeNull()
  })

  it('is shown as a whole for numbers, days, references and flags', () => {
    const rows: [FieldChange['type'], string, unknown, unknown, string, string][] = [
      ['number', 'seq_no', 12, 13, '12', '13'],
      ['day', 'due_date', '2027-04-10', '2027-05-10', '04-10-2027', '05-10-2027'],
      [
        'reference',
        'cat_id',
        { _id: 'a', name: 'Fifth Wheel' },
        { _id: 'b', name: 'Park Model' },
        'Fifth Wheel',
        'Park Model',
      ],
      ['flag', 'is_deleted', false, true, 'Active', 'Inactive'],
      ['flag', 'status', true, false, 'Active', 'Inactive'],
      ['flag', 'is_shared', false, true, 'No', 'Yes'],
    ]
    for (const [type, field, from, to, before, after] of rows) {
      expect(show({ type, field, label: 'Inactive', from, to })).toMatchObject({
        removed: [`removed: ${before}`],
        added: [`added: ${after}`],
      })
    }
    const withdrawn = show({ type: 'flag', field: 'is_deleted', label: 'Withdrawn', from: false, to: true })
    expect(withdrawn).toMatchObject({ removed: ['removed: No'], added: ['added: Yes'] })
    expect(screen.getByText('Withdrawn')).toBeVisible()
  })

  it('of a new record has nothing before', () => {
    expect(show({ type: 'number', from: null, to: 3 })).toMatchObject({ removed: [], added: ['added: 3'] })
  })

  it('of rich text is that of its words, and never its markup', () => {
    const { removed, added, container } = show({
      type: 'rich_text',
      from: '<h2>Roof</h2><p>Look <b>here</b> first.</p>',
      to: '<h2>Roof</h2><p>Look <i>there</i> first.</p><img src=x onerror=alert(1)>',
    })
    expect(removed).toEqual(['removed: here'])
    expect(added).toEqual(['added: there', 'added: \n', 'added: No picture'])
    // Its elements are made from scratch from what is read: no attribute but an address comes along.
    expect(container.querySelector('img, [onerror]')).toBeNull()
  })

  it('of rich text that only looks different says so', () => {
    show({ type: 'rich_text', from: '<p>Look here.</p>', to: '<p><b>Look here.</b></p>' })
    expect(screen.getByText('Look here.', { selector: 'ins strong' })).toBeVisible()
  })

  it('of pictures shows both beside each other', () => {
    show({ type: 'picture', label: 'Icon', from: '/files/1.png', to: '/files/2.png' })
    expect(screen.getByRole('img', { name: 'Icon, before' })).toHaveAttribute('src', '/files/1.png')
    expect(screen.getByRole('img', { name: 'Icon, after' })).toHaveAttribute('src', '/files/2.png')
  })

  it('of a new picture or file shows only that', () => {
    show({ type: 'picture', label: 'Icon', from: null, to: '/files/2.png' })
    expect(screen.getAllByRole('img')).toHaveLength(1)
    show({ type: 'file', label: 'PDF', from: null, to: '/files/3.pdf' })
    expect(screen.getByRole('link')).toHaveAccessibleName('PDF, after')
  })

  it('of a secret says only that it changed', () => {
    const { container } = show({ type: 'secret', label: 'Password', from: 'swordfish', to: 'new' })
    expect(container).toHaveTextContent('Changed.')
    expect(container).not.toHaveTextContent('swordfish')
  })
})
