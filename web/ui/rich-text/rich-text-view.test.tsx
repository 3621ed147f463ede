import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { RichTextView } from './rich-text-view.tsx'

const show = (html: string) => {
  fakeApi()
  renderScreen(<RichTextView html={html} />)
}

describe('a rich text outside of the editor', () => {
  it('has its alignment, marks, numbers and cells', () => {
    show(
      '<p style="text-align: center;">Middle <mark>marked</mark></p><ol start="4" type="a"><li><p>d</p></li></ol><table><tbody><tr><td colspan="2" rowspan="1"><p>wide</p></td><th colspan="1" rowspan="3"><p>high</p></th></tr></tbody></table>',
    )
    expect(screen.getByText('Middle')).toHaveStyle({ textAlign: 'center' })
    expect(screen.getByText('marked').tagName).toBe('MARK')
    expect(screen.getByRole('list')).toHaveAttribute('start', '4')
    expect(screen.getByRole('list')).toHaveAttribute('type', 'a')
    expect(screen.getByRole('cell', { name: 'wide' })).toHaveAttribute('colspan', '2')
    expect(screen.getByText('high').closest('th')).toHaveAttribute('rowspan', '3')
  })

  it('shows nothing that could act, and a video as a link', () => {
    show(
      '<p onclick="x()" style="color: red; text-align: left">a</p><a href="javascript:x()">b</a><script>c</script><iframe src="https://player.vimeo.com/video/1"></iframe>',
    )
    expect(screen.getByText('a').getAttributeNames()).toEqual(['style'])
    expect(screen.getByText('a').getAttribute('style')).toBe('text-align: left;')
    expect(screen.queryByRole('link', { name: 'b' })).not.toBeInTheDocument()
    expect(screen.getByRole('link')).toHaveTextContent('Video: https://player.vimeo.com/video/1')
  })
})
