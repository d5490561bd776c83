import type { Kit } from '#shared/kinds/kit.ts'
import type { Build } from '../data/kits/open/builds.ts'

import { PrintSheet } from './PrintSheet.tsx'
import { useKitSheet } from './useKitSheet.ts'

export function KitOnPaper({ build, kit }: { build: Build; kit: Kit }) {
  return <PrintSheet sheet={useKitSheet(build, kit)} />
}
