import type { ComponentProps } from 'react'

import type { LucideIconData } from 'lucide-react/types'

import { createElement } from 'react'

/**
 * Makes an icon of lucide's data. Stands in for the package's own createLucideIcon in a build
 * (vite.config.ts): nobody here sets sizes, colours or a context, which is most of its 3.5 kB.
 * The nodes have lost their keys there (bundle/icons.ts), so they are children one by one.
 */
export function createLucideIcon({ node }: Pick<LucideIconData, 'node'>) {
  return function LucideIcon({ className = '', ...props }: ComponentProps<'svg'>) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': 'true',
        ...props,
        className: `lucide ${className}`,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }
}

// oxlint-disable-next-line import/no-default-export -- this is how lucide's modules import it
export { createLucideIcon as default }
