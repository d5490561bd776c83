import { afterEach, expect, test } from 'vitest'

import { until } from '#shared/testPatience.ts'
import { openDevice } from '../../data/device/device.ts'
import { openKit } from '../../data/kits/open/openKit.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { setCells, setDraft, settled } from '../../data/sync/write/writeQueue.ts'
import { useToasts } from '../../ui/browser/toast.ts'
import { saveChecked } from './saveChecked.ts'

afterEach(settled)

test('what is typed after the press and is no value yet is not left out without a word', async () => {
  await openDevice()
  const { kitId, buildId, lineIds } = await storeBuild({ name: 'Rags' })
  setCells('kit', kitId, kitId, { name: 'Spring' })
  await settled()
  const kit = openKit(kitId, buildId)
  const close = kit.subscribe(() => undefined)
  await until(() => expect(kit.read()?.kit.name).toBe('Spring'))
  const pressed = kit.read()
  if (!pressed) throw new Error('not read')
  setDraft(lineIds[0] ?? '', 'price', 'about 9')
  expect(await saveChecked(pressed, '')).toBeNull()
  expect(useToasts.getState().shown?.text).toMatch('A value is not valid yet')
  close()
})
