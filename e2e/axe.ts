// Accessibility as far as a machine can judge it: axe-core on the page as it stands.
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Fails with a readable list when the page breaks WCAG 2.2 A or AA in a way axe can see.
 * @param options.isHighContrast also where words have less than 7:1
 */
export async function expectAccessible(page: Page, { isHighContrast = false } = {}): Promise<void> {
  // What is still fading is judged as it stands then: half of its colours is nobody's.
  await page.evaluate(async () => {
    // A theme that has just changed begins to fade with the next frame.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
  })
  // Evaluated, because the page's CSP and Trusted Types rightly refuse an injected script tag; and
  // by Playwright's own session, because the end of a second one would put the page online again.
  if (!(await page.evaluate("'axe' in window"))) {
    await page.evaluate(`${await readFile(axeFile, 'utf8')}; undefined`)
  }
  const options = {
    runOnly: rules,
    resultTypes: ['violations'],
    // Of the third level this alone.
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
