import { useState } from 'react'

import type { Build } from '../../data/kits/open/builds.ts'

import { Button, type ButtonLook } from '../../ui/controls/Button.tsx'
import { ShareIcon } from '../../ui/blocks/icons.tsx'
import { preloadModal } from '../../ui/layers/LazyModal.tsx'
import { loadable } from '../../ui/browser/loadable.tsx'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import { t } from '#shared/words/words.ts'

const ShareSheet = loadable(async () => {
  const [{ ShareSheet: Sheet }] = await Promise.all([import('./ShareSheet.tsx'), preloadModal()])
  return Sheet
})

/** Opens the link's sheet: sharing is what a kit is built for, so it is always enabled. */
export function ShareButton({ build, ...look }: { build: Build; className?: string } & ButtonLook) {
  const [isOpen, setOpen] = useState(false)
  const isReady = usePreloaded(ShareSheet.preload, isOpen)
  return (
    <>
      <Button {...look} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <ShareIcon />
        {t('Share')}
      </Button>
      {isReady && <ShareSheet build={build} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
