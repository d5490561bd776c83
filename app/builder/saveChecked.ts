/** What Save Kit does, fetched when it is pressed: saving is for accounts, and first visits have none. */
import type { Build } from '../store/builds.ts'

import { isBlankLine, isNamed } from '#shared/kit.ts'
import { links } from '#shared/links.ts'
import { saveKit } from '../store/saveKit.ts'
import { toast } from '../ui/toast.ts'

/**
 * Saves a kit that is complete, and says what is missing of one that is not.
 * @returns the address of its page, null when something is missing
 */
export async function saveChecked(build: Build): Promise<string | null> {
  const missing = missingOf(build)
  if (missing) {
    toast({ ...missing, tone: 'error' })
    return null
  }
  const saved = await saveKit(build.kit.id)
  const text = `Saved ${saved.partsCount} parts to kit "${saved.name}"`
  toast({
    title: 'Kit saved successfully!',
    text: saved.isUploaded ? text : `${text} on this device. It uploads when there is signal.`,
  })
  return links.kit(saved.buildId)
}

function missingOf(build: Build): { title: string; text: string } | null {
  const { kit, drafts } = build
  if (!isNamed(kit.name)) {
    return { title: 'Kit name required', text: 'Please enter a name for your kit' }
  }
  if (kit.lines.every((line) => isBlankLine(line))) {
    return { title: 'No parts to save', text: 'Please add at least one part to your kit' }
  }
  if (!build.isMine) {
    return {
      title: 'Nothing to save yet',
      text: 'This kit is somebody else’s. Your first change makes your own copy.',
    }
  }
  // What is typed and not valid would be missing from the save without a word.
  const isUnfinished = kit.lines.some((line) =>
    [...drafts.keys()].some((key) => key.startsWith(`${line.id}:`)),
  )
  return isUnfinished
    ? { title: 'Error saving kit', text: 'A value is not valid yet: mend the marked field first.' }
    : null
}
