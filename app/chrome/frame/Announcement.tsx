import { useState } from 'react'

import type { Word } from '#shared/word.ts'
import { t } from '#shared/words/words.ts'

import { IconButton } from '../../ui/controls/IconButton.tsx'
import { CloseIcon, InfoIcon } from '../../ui/blocks/icons.tsx'
import { Strip } from '../../ui/blocks/Strip.tsx'

/** The announcement that was put away last on this device. */
const KEY = 'announcementSeen'

/** What the operator announces, until it is put away or over. @param props.say give it as the key, too */
export function Announcement({ say: { id, text } }: { say: NonNullable<Word['say']> }) {
  const [isSeen, setSeen] = useState(() => localStorage.getItem(KEY) === id)
  if (isSeen) return null

  function handleClose() {
    setSeen(true)
    localStorage.setItem(KEY, id)
  }

  return (
    <Strip
      icon={<InfoIcon />}
      end={
        <IconButton label={t('Close the announcement')} onClick={handleClose}>
          <CloseIcon />
        </IconButton>
      }
    >
      {text}
    </Strip>
  )
}
