import { t } from '#shared/words/words.ts'
import { useKit } from '../data/kits/open/useKit.ts'
import { Opened } from '../show/Opened.tsx'
import { KitOpen } from './KitOpen.tsx'

/** A saved kit with its comments. Reading needs no account. */
export function KitScreen({ id }: { id: string }) {
  return (
    <Opened state={useKit(id)} place="kit" title={t('Kit')} loading={t('Loading kit...')}>
      {(build) => <KitOpen key={build.kit.id} build={build} />}
    </Opened>
  )
}
