import { useEffect, useState } from 'react'

import { askToKeep } from '../../device/keep.ts'
import { readRecentBuilds } from '../../kits/index/ownBuilds.ts'
import { useSyncStatus } from '../../sync/send/useSyncStatus.ts'
import { Button } from '../../ui/controls/Button.tsx'
import {
  ContrastIcon,
  HardDriveIcon,
  ListIcon,
  RefreshIcon,
  ThemeIcon,
} from '../../ui/blocks/icons.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import {
  chooseContrast,
  chooseDensity,
  chooseTheme,
  mayBeCompact,
  useLook,
} from '../../ui/look/theme.ts'
import { ago } from '../../ui/text/time.ts'
import { toast } from '../../ui/layers/toast.ts'
import { useIsDesk } from '../../ui/look/useIsDesk.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { CardRow, Section } from './CardRow.tsx'
import { InstallRow } from './InstallRow.tsx'
import { LanguageRow } from './LanguageRow.tsx'
import { MeasureRows } from './MeasureRows.tsx'
import { MyData } from './MyData.tsx'
import { VehicleData } from './VehicleData.tsx'
import { later, many, t, tenthsText } from '#shared/words/words.ts'

const THEMES = [
  { value: 'auto', name: later('Auto') },
  { value: 'light', name: later('Light') },
  { value: 'dark', name: later('Dark') },
] as const
const CONTRASTS = [
  { value: 'normal', name: later('Normal') },
  { value: 'high', name: later('High') },
] as const
const DENSITIES = [
  { value: 'roomy', name: later('Roomy') },
  { value: 'compact', name: later('Compact') },
] as const

/** What this device keeps and how it looks; needs no account and no signal. */
export function ThisDevice() {
  const { theme, contrast, density } = useLook()
  const isDesk = useIsDesk()
  return (
    <Section title={t('This device')}>
      <Kept />
      <MyData />
      <CardRow
        icon={<ThemeIcon />}
        title={t('Appearance')}
        name="appearance"
        action={
          <Segments
            label={t('Appearance')}
            choices={THEMES}
            chosen={theme}
            onChoose={chooseTheme}
          />
        }
      />
      <CardRow
        icon={<ContrastIcon />}
        title={t('Contrast')}
        text={t('High is for gloves and sun')}
        action={
          <Segments
            label={t('Contrast')}
            choices={CONTRASTS}
            chosen={contrast}
            onChoose={chooseContrast}
          />
        }
      />
      {isDesk && mayBeCompact() && (
        <CardRow
          icon={<ListIcon />}
          title={t('Rows of tables')}
          text={t('Compact shows more of them')}
          action={
            <Segments
              label={t('Rows of tables')}
              choices={DENSITIES}
              chosen={density}
              onChoose={chooseDensity}
            />
          }
        />
      )}
      <MeasureRows />
      <LanguageRow />
      <VehicleData />
      <InstallRow />
      <SyncRow />
    </Section>
  )
}

/** More kits than this are not counted one by one. */
const COUNTED = 999

interface KeptHere {
  kits: number
  bytes: number | undefined
  isProtected: boolean
}

function Kept() {
  const [kept, setKept] = useState<KeptHere | null>(null)
  useEffect(() => {
    let isHere = true
    void readKept().then((found) => isHere && setKept(found))
    return () => {
      isHere = false
    }
  }, [])
  if (!kept || kept.kits === 0) return null
  const { kits, bytes, isProtected } = kept
  const safety = isProtected
    ? t('Protected from clean-up')
    : t('The browser may clean up when space is short')
  async function handleProtect() {
    await askToKeep()
    const now = await readKept()
    setKept(now)
    toast(
      now.isProtected
        ? { title: t('Protected from clean-up') }
        : {
            title: t('The browser did not agree'),
            text: t(
              'It does once the app is installed or used often. A backup file is safe in any case.',
            ),
          },
    )
  }

  return (
    <CardRow
      icon={<HardDriveIcon />}
      title={many(kits, '{count} kit kept for offline use', '{count} kits kept for offline use')}
      text={bytes === undefined ? safety : sizeAndSafety(bytes, isProtected)}
      action={!isProtected && <Button onClick={() => void handleProtect()}>{t('Protect')}</Button>}
    />
  )
}

function sizeAndSafety(bytes: number, isProtected: boolean): string {
  const size = tenthsText(bytes / 1_000_000)
  return isProtected
    ? t('{size} MB, protected from clean-up', { size })
    : t('{size} MB, the browser may clean up when space is short', { size })
}

async function readKept(): Promise<KeptHere> {
  const [builds, estimate, isProtected] = await Promise.all([
    readRecentBuilds(COUNTED),
    navigator.storage?.estimate?.().catch(() => undefined),
    navigator.storage?.persisted?.().catch(() => false),
  ])
  return { kits: builds.length, bytes: estimate?.usage, isProtected: isProtected === true }
}

function SyncRow() {
  const { status, waiting, problems, lastOk } = useSyncStatus()
  const now = useNow()
  const title = {
    attention: () =>
      many(problems, '{count} value needs attention', '{count} values need attention'),
    waiting: () =>
      many(waiting, '{count} change waiting for signal', '{count} changes waiting for signal'),
    syncing: () => t('Syncing...'),
    device: () =>
      waiting > 0
        ? many(waiting, '{count} change to be sent', '{count} changes to be sent')
        : t('Kept on this device'),
    synced: () => t('Everything is synced'),
  }[status]()
  const last = lastOk > 0 ? t('Last synced {ago}', { ago: ago(lastOk, now) }) : t('Not synced yet')
  return <CardRow icon={<RefreshIcon />} title={title} text={last} />
}
