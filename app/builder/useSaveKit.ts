import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Build } from '../store/builds.ts'

import { isBlankLine, isNamed } from '#shared/kit.ts'
import { links } from '#shared/links.ts'
import { useAccount } from '../store/account.ts'
import { toast } from '../ui/toast.ts'

interface SaveKit {
  isSaving: boolean
  /** Why saving is not possible now, for the line under the button; null when it is. */
  hint: string | null
  /** Saves and goes to the kit's page. Says what is missing first; `needsLogin` is the caller's. */
  save: () => Promise<void>
  needsLogin: boolean
}

/** Save Kit: checks the login, then the name, then the parts. */
export function useSaveKit(build: Build): SaveKit {
  const navigate = useNavigate()
  const account = useAccount()
  const [isSaving, setSaving] = useState(false)
  const isNameMissing = !isNamed(build.kit.name)

  async function save() {
    const missing = missingOf(build)
    if (isSaving) return
    if (missing) return toast({ ...missing, tone: 'error' })
    setSaving(true)
    try {
      const { saveKit } = await import('../store/saveKit.ts')
      const saved = await saveKit(build.kit.id)
      const text = `Saved ${saved.partsCount} parts to kit "${saved.name}"`
      toast({
        title: 'Kit saved successfully!',
        text: saved.isUploaded ? text : `${text} on this device. It uploads when there is signal.`,
      })
      navigate(links.kit(saved.buildId))
    } catch {
      toast({ title: 'Error saving kit', text: 'Failed to save kit', tone: 'error' })
      setSaving(false)
    }
  }

  const nameHint = isNameMissing ? 'Enter a kit name to save' : null
  return { isSaving, hint: account ? nameHint : 'Log in to save kits', save, needsLogin: !account }
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
