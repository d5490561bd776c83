// Accessibility as far as a machine can check it: axe-core on the page as rendered.
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Fails with a readable list when the page breaks WCAG 2.2 A or AA in a way axe can see.
 * @param options.isHighContrast also where the contrast of text is below 7:1
 */
export async function expectAccessible(page: Page, { isHighContrast = false } = {}): Promise<void> {
  // Running fades are waited for: axe would judge their half-blended colors.
  await page.evaluate(async () => {
    // A theme change starts its fade with the next frame.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
  })
  // Evaluated, because the page's CSP and Trusted Types rightly refuse an injected script tag; and
  // in Playwright's own session, because closing a second one would put the page back online.
  if (!(await page.evaluate("'axe' in window"))) {
    await page.evaluate(`${await readFile(axeFile, 'utf8')}; undefined`)
  }
  const options = {
    runOnly: rules,
    resultTypes: ['violations'],
    // The only AAA rule that is checked.
    ...(isHighContrast && { rules: { 'color-contrast-enhanced': { enabled: true } } }),
  }
  const run = `axe.run(document, ${JSON.stringify(options)})`
  const { violations } = await page.evaluate<AxeResults>(run)
  expect(violations.map(describeViolation), `accessibility of ${page.url()}`).toEqual([])
}

function describeViolation({ id, impact, help, nodes }: AxeResults['violations'][number]) {
  const places = nodes.map(({ target, failureSummary = '' }) => {
    return `  ${target.join(' ')}: ${failureSummary.replaceAll(/\s*\n\s*/g, ' ')}`
  })
  return [`${impact ?? 'unrated'} ${id}: ${help}`, ...places].join('\n')
}
