import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './journey.ts'

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

const ALL_RULES: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'],
}
/** Rules about colours: all others find the same in both themes. */
const COLOUR_RULES: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * Expects that axe finds nothing, in the whole page or in a part: with all rules in the light theme, and with those
 * about colours also in the dark one. `isAllowed` says which violations to ignore, by rule and element.
 */
export async function expectAccessible(
  page: Page,
  where: string,
  { part = 'html', isAllowed }: { part?: string; isAllowed?: (violation: string) => boolean } = {},
) {
  const found: string[] = []
  await expect(page.locator(part).first()).toBeVisible()
  for (const [theme, rules] of [
    ['dark', COLOUR_RULES],
    ['light', ALL_RULES],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
    await transitionsOver(page)
    const violations = (await violationsOf(page, part, rules)).filter((violation) => !isAllowed?.(violation))
    found.push(...violations.map((violation) => `${where}, ${theme}: ${violation}`))
  }
  found.push(...(await namesWithoutRole(page, part)).map((element) => `${where}: a name without a role: ${element}`))
  expect(found).toEqual([])
}

/** Elements whose `aria-label` is ignored, because without a role they cannot have a name. */
const namesWithoutRole = (page: Page, part: string) =>
  page
    .locator(part)
    .locator(':is(div, span, p, b, strong, em, small, code, dt, dd, label)[aria-label]:not([role])')
    .evaluateAll((elements) => elements.map((element) => element.outerHTML.slice(0, 120)))

/** Waits until nothing moves or changes its colour. */
export const transitionsOver = (page: Page) =>
  page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))).then(() => {}),
  )

/** Runs axe in the page itself, loaded once for each document; frames show what is not ours. */
async function violationsOf(page: Page, part: string, runOnly: axe.RunOnly) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(
    async ([part, runOnly]) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      const { violations } = await run(part, { runOnly, resultTypes: ['violations'], iframes: false })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    },
    [part, runOnly] as const,
  )
}
