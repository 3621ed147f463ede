import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { theme } from '#web/ui/theme/theme.ts'
import { CellTooltip, useCellTooltip } from './cell-tooltip.tsx'

function Rows() {
  const { tip, handlers } = useCellTooltip()
  return (
    <div {...handlers}>
      <button type="button" aria-label="Download PDF" data-tip="There is no PDF Generated yet!" aria-disabled>
        <svg>
          <path data-testid="first icon" />
        </svg>
      </button>
      <button type="button" aria-label="Upload PDF" data-tip="Upload PDF">
        <svg data-testid="second icon" />
      </button>
      <p>Between rows</p>
      <CellTooltip tip={tip} />
    </div>
  )
}

function open() {
  vi.useFakeTimers()
  render(
    <MantineProvider theme={theme} env="test">
      <Rows />
      <p>Beside the list</p>
    </MantineProvider>,
  )
}

const icon = (name: string) => screen.getByTestId(`${name} icon`)
const rest = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))
const shown = () => screen.queryAllByRole('tooltip').map(({ textContent }) => textContent)
const REASON = 'There is no PDF Generated yet!'

describe('the tooltip of a list', () => {
  it('is that of the button whose icon the pointer rests on', () => {
    open()
    fireEvent.pointerOver(icon('first'))
    rest(400)
    expect(shown()).toEqual([REASON])
  })

  it('does not start anew for each part of an icon', () => {
    open()
    fireEvent.pointerOver(icon('first'))
    rest(300)
    fireEvent.pointerOver(icon('first').closest('svg') as Element)
    rest(100)
    expect(shown()).toEqual([REASON])
  })

  it('is never that of a button that the pointer has left', () => {
    open()
    fireEvent.pointerOver(icon('first'))
    rest(300)
    fireEvent.pointerOver(icon('second'))
    rest(300)
    expect(shown()).toEqual([])
    rest(100)
    expect(shown()).toEqual(['Upload PDF'])
    fireEvent.pointerOver(icon('first'))
    expect(shown()).toEqual([])
    rest(300)
    fireEvent.pointerOver(screen.getByText('Between rows'))
    rest(1000)
    expect(shown()).toEqual([])
  })

  it('says what the button says by now, before and while it is shown', async () => {
    open()
    const button = screen.getByRole('button', { name: 'Upload PDF' })
    fireEvent.pointerOver(icon('second'))
    rest(300)
    button.dataset.tip = 'Uploading the PDF…'
    rest(100)
    expect(shown()).toEqual(['Uploading the PDF…'])
    await act(async () => void (button.dataset.tip = 'Replace the PDF'))
    expect(shown()).toEqual(['Replace the PDF'])
  })

  it('says the reason of a disabled button when a finger taps it, until something else is pressed', () => {
    open()
    for (const dismiss of [
      () => fireEvent.pointerDown(screen.getByText('Beside the list')),
      () => fireEvent.keyDown(document.body, { key: 'Escape' }),
    ]) {
      fireEvent.pointerOver(icon('first'), { pointerType: 'touch' })
      fireEvent.pointerDown(icon('first'), { pointerType: 'touch' })
      fireEvent.pointerLeave(icon('first'), { pointerType: 'touch' })
      fireEvent.click(icon('first'))
      expect(shown()).toEqual([REASON])
      dismiss()
      expect(shown()).toEqual([])
    }
    fireEvent.click(icon('second'))
    rest(1000)
    expect(shown()).toEqual([])
  })
})
