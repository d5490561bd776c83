import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'

import { newBuildId, newId } from '#shared/ids.ts'
import { readBuild } from '../../data/kits/open/builds.ts'
import { openDevice } from '../../data/device/device.ts'
import { nameBuild, settled } from '../../data/sync/write/writeQueue.ts'
import { VisibilityChoice } from './VisibilityChoice.tsx'

afterEach(cleanup)

test('a choice shows at once, and the store has it', async () => {
  await openDevice()
  const [kitId, buildId] = [newId(), newBuildId()]
  nameBuild(kitId, buildId)
  const before = await readBuild(kitId, buildId)
  const { rerender } = render(<VisibilityChoice build={before} />)
  const unlisted = screen.getByRole<HTMLInputElement>('radio', { name: /^Unlisted/ })
  await userEvent.click(unlisted)
  expect(unlisted.checked).toBe(true)
  await settled()
  const after = await readBuild(kitId, buildId)
  expect(after.visibility).toBe('unlisted')
  rerender(<VisibilityChoice build={after} />)
  // Another tab reverts it: the stored value wins over the earlier press.
  rerender(<VisibilityChoice build={before} />)
  await waitFor(() => expect(unlisted.checked).toBe(false))
})
