// Accessibility as far as a machine can check it: axe-core on the page as rendered.
import { expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'
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
    resultTypes: ['violations'] as const,
    // The only AAA rule that is checked.
    ...(isHighContrast && { rules: { 'color-contrast-enhanced': { enabled: true } } }),
  }
  const violations = await page.evaluate(judge, options)
  expect(violations.map(describeViolation), `accessibility of ${page.url()}`).toEqual([])
}

/** Runs in the page. A target half under a sticky bar is judged again in the middle of the window. */
async function judge(options: object): Promise<AxeResults['violations']> {
  const { axe } = window as unknown as { axe: typeof axeCore }
  const { violations } = await axe.run(document, options)
  const isSize = ({ id }: { id: string }) => id === 'target-size'
  const targets = violations.find(isSize)
  const top = scrollY
  const small = []
  for (const node of targets?.nodes ?? []) {
    const element = document.querySelector(node.target.join(' '))
    element?.scrollIntoView({ block: 'center', behavior: 'instant' })
    const again = element ? await axe.run(element, options) : null
    if (!again || again.violations.some(isSize)) small.push(node)
  }
  scrollTo({ top, behavior: 'instant' })
  const others = violations.filter((each) => !isSize(each))
  return targets && small.length > 0 ? [...others, { ...targets, nodes: small }] : others
}

function describeViolation({ id, impact, help, nodes }: AxeResults['violations'][number]) {
  const places = nodes.map(({ target, failureSummary = '' }) => {
    return `  ${target.join(' ')}: ${failureSummary.replaceAll(/\s*\n\s*/g, ' ')}`
  })
  return [`${impact ?? 'unrated'} ${id}: ${help}`, ...places].join('\n')
}
