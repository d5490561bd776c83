import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Build } from '../../kits/open/builds.ts'

import { isNamed } from '#shared/kinds/kit.ts'
import { t } from '#shared/words/words.ts'
import { useAccount } from '../../device/account.ts'
import { toast } from '../../ui/layers/toast.ts'

interface SaveKit {
  isSaving: boolean
  /** Why saving is not possible now, for the line under the button; null when it is. */
  hint: string | null
  /** Saves and goes to the kit's page. Says what is missing first; `needsLogin` is the caller's. */
  save: () => Promise<void>
  needsLogin: boolean
}

/**
 * Save Kit: checks the login, then the name, then the parts.
 * @param sending when what waits here is sent, for a save that does
 */
export function useSaveKit(build: Build, sending: string): SaveKit {
  const navigate = useNavigate()
  const account = useAccount()
  const [isSaving, setSaving] = useState(false)
  const isNameMissing = !isNamed(build.kit.name)

  async function save() {
    if (isSaving) return
    setSaving(true)
    try {
      const { saveChecked } = await import('./saveChecked.ts')
      const to = await saveChecked(build, sending)
      if (to) return navigate(to)
    } catch {
      toast({ title: t('Error saving kit'), text: t('Failed to save kit'), tone: 'error' })
    }
    setSaving(false)
  }

  const nameHint = isNameMissing ? t('Enter a kit name to save') : null
  return {
    isSaving,
    hint: account ? nameHint : t('Log in to save kits'),
    save,
    needsLogin: !account,
  }
}
