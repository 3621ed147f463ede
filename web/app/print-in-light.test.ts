import { expect, it } from 'vitest'
import { printInLight } from './print-in-light.ts'

it('prints in the light theme, and goes back to the one on screen', () => {
  printInLight()
  document.documentElement.setAttribute('data-mantine-color-scheme', 'dark')
  dispatchEvent(new Event('beforeprint'))
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'light')
  dispatchEvent(new Event('afterprint'))
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark')
})
