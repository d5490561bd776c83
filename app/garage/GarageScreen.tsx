import { useLayoutEffect } from 'react'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { useBuild } from '../data/kits/open/useBuild.ts'
import { Opened } from '../show/Opened.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Notice } from '../ui/blocks/Notice.tsx'
import { GarageOpen } from './GarageOpen.tsx'
import { holdTheme } from '../ui/look/holdTheme.ts'
import { useGarageSettings } from './settings.ts'

/** Garage mode of an own kit: large, dark, and one tap per part. Works offline. */
export function GarageScreen({ id }: { id: string }) {
  const state = useBuild(id, { mayStart: false })
  useGarageTheme()
  return (
    <Opened state={state} place="garage" title={t('Garage mode')} loading={t('Loading kit...')}>
      {(build) =>
        build.isMine ? (
          <GarageOpen key={build.kit.id} build={build} />
        ) : (
          <NotMine buildId={build.kit.buildId} />
        )
      }
    </Opened>
  )
}

/** Marks are the owner's only: others' kits have none. */
function NotMine({ buildId }: { buildId: string }) {
  return (
    <Notice
      title={t('Garage mode is for your own kits')}
      actions={
        <>
          <LinkButton variant="primary" size="l" to={links.copy(buildId)}>
            {t('Customize This Kit')}
          </LinkButton>
          <LinkButton size="l" to={links.kit(buildId)}>
            {t('Back to the kit')}
          </LinkButton>
        </>
      }
    >
      <p>
        <T text="Somebody else wrote this kit. Make a copy of it, which works without signal too, and mark the parts there." />
      </p>
    </Notice>
  )
}

/** Dark theme while mounted, unless turned off. */
function useGarageTheme(): void {
  const isDark = useGarageSettings((settings) => settings.isDark)
  // Before the paint: no white flash in a dark garage.
  useLayoutEffect(() => {
    if (!isDark) return
    holdTheme('dark')
    return () => holdTheme(null)
  }, [isDark])
}
