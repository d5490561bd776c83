import { useState } from 'react'

import type { Kit } from '#shared/kinds/kit.ts'

import { kitTitle } from '#shared/kinds/kit.ts'
import { t } from '#shared/words/words.ts'
import { reportKit } from '../kits/open/comments.ts'
import { Button } from '../ui/controls/Button.tsx'
import { type Reported, ReportDialog } from './ReportDialog.tsx'

/** The way to the administrators with somebody else's kit that should not be here. */
export function ReportKit({ kit }: { kit: Kit }) {
  const [reported, setReported] = useState<Reported | null>(null)
  return (
    <div>
      <Button
        variant="ghost"
        onClick={() =>
          setReported({ id: kit.id, name: kitTitle(kit, t('Untitled kit')), text: '' })
        }
      >
        {t('Report this kit')}
      </Button>
      <ReportDialog
        noun="kit"
        reported={reported}
        send={reportKit}
        onClose={() => setReported(null)}
      />
    </div>
  )
}
