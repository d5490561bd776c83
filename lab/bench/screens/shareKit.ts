/** A kit that another device has made, for those who visit its link. */
import type { Lab } from '../lab.ts'

import { addLine, chip, startBuild } from '../../../e2e/builder.ts'

/** The two ids of a kit with one part that the server has. */
export async function shareKit({
  openBrowser,
  server,
}: Lab): Promise<{ buildId: string; kitId: string }> {
  const { page, close } = await openBrowser('desk')
  const buildId = await startBuild(page)
  await addLine(page, { name: 'Brake pads', price: '45.99' })
  await chip(page).filter({ hasText: 'Synced' }).waitFor()
  await close()
  const answer = await fetch(`${server.url}/api/kits/by-build-id/${buildId}`)
  const { kit } = (await answer.json()) as { kit: { id: string } }
  return { buildId, kitId: kit.id }
}
