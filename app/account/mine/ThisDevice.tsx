import { useEffect, useState } from 'react'

import { askToKeep } from '../../device/keep.ts'
import { readRecentBuilds } from '../../kits/index/ownBuilds.ts'
import { useSyncStatus } from '../../sync/send/useSyncStatus.ts'
import { Button } from '../../ui/Button.tsx'
import { ContrastIcon, HardDriveIcon, ListIcon, RefreshIcon, ThemeIcon } from '../../ui/icons.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { Segments } from '../../ui/Segments.tsx'
import {
  chooseContrast,
  chooseDensity,
  chooseTheme,
  mayBeCompact,
  useLook,
} from '../../ui/theme.ts'
import { ago } from '../../ui/time.ts'
import { toast } from '../../ui/toast.ts'
import { useIsDesk } from '../../ui/useIsDesk.ts'
import { useNow } from '../../ui/useNow.ts'
import { usePreloaded } from '../../ui/usePreloaded.ts'
import { CardRow, Section } from './CardRow.tsx'
import { InstallRow } from './InstallRow.tsx'
import { VehicleData } from './VehicleData.tsx'

const MeasureRows = loadable(async () => (await import('./MeasureRows.tsx')).MeasureRows)
const MyData = loadable(async () => (await import('./MyData.tsx')).MyData)

const THEMES = [
  { value: 'auto', name: 'Auto' },
  { value: 'light', name: 'Light' },
  { value: 'dark', name: 'Dark' },
] as const
const CONTRASTS = [
  { value: 'normal', name: 'Normal' },
  { value: 'high', name: 'High' },
] as const
const DENSITIES = [
  { value: 'roomy', name: 'Roomy' },
  { value: 'compact', name: 'Compact' },
] as const

/** What this device keeps and how it looks; needs no account and no signal. */
export function ThisDevice() {
  const { theme, contrast, density } = useLook()
  const isDesk = useIsDesk()
  const isMeasuresReady = usePreloaded(MeasureRows.preload, true, { isQuiet: true })
  const isDataReady = usePreloaded(MyData.preload, true, { isQuiet: true })
  return (
    <Section title="This device">
      <Kept />
      {isDataReady && <MyData />}
      <CardRow
        icon={<ThemeIcon />}
        title="Appearance"
        name="appearance"
        action={
          <Segments label="Appearance" choices={THEMES} chosen={theme} onChoose={chooseTheme} />
        }
      />
      <CardRow
        icon={<ContrastIcon />}
        title="Contrast"
        text="High is for gloves and sun"
        action={
          <Segments
            label="Contrast"
            choices={CONTRASTS}
            chosen={contrast}
            onChoose={chooseContrast}
          />
        }
      />
      {isDesk && mayBeCompact() && (
        <CardRow
          icon={<ListIcon />}
          title="Rows of tables"
          text="Compact shows more of them"
          action={
            <Segments
              label="Rows of tables"
              choices={DENSITIES}
              chosen={density}
              onChoose={chooseDensity}
            />
          }
        />
      )}
      {isMeasuresReady && <MeasureRows />}
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
  const size = bytes === undefined ? '' : `${(bytes / 1_000_000).toFixed(1)} MB, `
  const title = kits === 1 ? '1 kit kept for offline use' : `${kits} kits kept for offline use`
  const safety = isProtected
    ? 'protected from clean-up'
    : 'the browser may clean up when space is short'
  async function handleProtect() {
    await askToKeep()
    const now = await readKept()
    setKept(now)
    toast(
      now.isProtected
        ? { title: 'Protected from clean-up' }
        : {
            title: 'The browser did not agree',
            text: 'It does once the app is installed or used often. A backup file is safe in any case.',
          },
    )
  }

  return (
    <CardRow
      icon={<HardDriveIcon />}
      title={title}
      text={capital(size + safety)}
      action={!isProtected && <Button onClick={() => void handleProtect()}>Protect</Button>}
    />
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

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
  const changes = waiting === 1 ? '1 change' : `${waiting} changes`
  const title = {
    attention: `${problems} ${problems === 1 ? 'value needs' : 'values need'} attention`,
    waiting: `${changes} waiting for signal`,
    syncing: 'Syncing...',
    device: waiting > 0 ? `${changes} to be sent` : 'Kept on this device',
    synced: 'Everything is synced',
  }[status]
  const last = lastOk > 0 ? `Last synced ${ago(lastOk, now)}` : 'Not synced yet'
  return <CardRow icon={<RefreshIcon />} title={title} text={last} />
}
