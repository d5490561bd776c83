import { useState } from 'react'
import { persistStorage } from '../../data/device/persistStorage.ts'
import { readRecentBuilds } from '../../data/kits/index/ownBuilds.ts'
import { useSyncStatus } from '../../data/sync/send/useSyncStatus.ts'
import { Button } from '../../ui/controls/Button.tsx'
import {
  ContrastIcon,
  HardDriveIcon,
  ListIcon,
  PhoneIcon,
  RefreshIcon,
  ThemeIcon,
  LanguagesIcon,
} from '../../ui/blocks/icons.tsx'
import {
  chooseContrast,
  chooseDensity,
  chooseTheme,
  mayBeCompact,
  useLook,
} from '../../ui/look/theme.ts'
import { ago } from '../../ui/text/time.ts'
import { toast } from '../../ui/browser/toast.ts'
import { useIsDesk } from '../../ui/look/useIsDesk.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { useRead } from '../../ui/browser/useRead.ts'
import { CardRow, Section } from '../../forms/CardRow.tsx'
import { SegmentsRow } from './SegmentsRow.tsx'
import { MeasureRows } from './MeasureRows.tsx'
import { MyData } from './MyData.tsx'
import { VehicleData } from './VehicleData.tsx'
import { later, many, t, tenthsText, languageTag } from '#shared/words/words.ts'
import { install, installWay, shareSteps, useInstall } from '../../data/hardware/installOffer.ts'
import { LANGUAGES, languageOf, OFFERED } from '#shared/words/languages.ts'
import { PSEUDO_TAGS } from '#shared/words/pseudo.ts'
import { chooseLanguage } from '../../ui/words/chooseLanguage.ts'

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

/** Local settings and storage; works without account and offline. */
export function ThisDevice() {
  const { theme, contrast, density } = useLook()
  const isDesk = useIsDesk()
  return (
    <Section title={t('This device')}>
      <Kept />
      <MyData />
      <SegmentsRow
        icon={<ThemeIcon />}
        title={t('Appearance')}
        name="appearance"
        choices={THEMES}
        chosen={theme}
        onChoose={chooseTheme}
      />
      <SegmentsRow
        icon={<ContrastIcon />}
        title={t('Contrast')}
        text={t('High is for gloves and sun')}
        choices={CONTRASTS}
        chosen={contrast}
        onChoose={chooseContrast}
      />
      {isDesk && mayBeCompact() && (
        <SegmentsRow
          icon={<ListIcon />}
          title={t('Rows of tables')}
          text={t('Compact shows more of them')}
          choices={DENSITIES}
          chosen={density}
          onChoose={chooseDensity}
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

/** Upper bound of the count. */
const COUNTED = 999

interface KeptHere {
  kits: number
  bytes: number | undefined
  isProtected: boolean
}

function Kept() {
  const [attempt, setAttempt] = useState(0)
  const kept = useRead(readKept, attempt)
  if (!kept || kept.kits === 0) return null
  const { kits, bytes, isProtected } = kept
  const safety = isProtected
    ? t('Protected from clean-up')
    : t('The browser may clean up when space is short')
  async function handleProtect() {
    await persistStorage()
    setAttempt(attempt + 1)
    toast(
      (await isPersisted())
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

const isPersisted = async () => (await navigator.storage?.persisted?.().catch(() => false)) === true

/** @param _attempt reads it again */
async function readKept(_attempt: number): Promise<KeptHere> {
  const [builds, estimate, isProtected] = await Promise.all([
    readRecentBuilds(COUNTED),
    navigator.storage?.estimate?.().catch(() => undefined),
    isPersisted(),
  ])
  return { kits: builds.length, bytes: estimate?.usage, isProtected }
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

const TEXTS = {
  press: () => t('It opens like any app, also without signal'),
  share: () =>
    `${shareSteps()} ${t('Safari erases what a site keeps after 7 days without a visit, and leaves apps on the home screen alone.')}`,
  menu: () => t('If this browser can install apps, its menu has “Install” or “Add to Home screen”'),
  done: () => t('It runs as an app on this device'),
}

/** Always here, also for whoever said "Not now". */
function InstallRow() {
  const way = installWay(useInstall())
  return (
    <CardRow
      icon={<PhoneIcon />}
      title={way === 'done' ? t('Wrenchlist is installed') : t('Keep Wrenchlist in your pocket')}
      text={TEXTS[way]()}
      action={way === 'press' && <Button onClick={() => void install()}>{t('Install')}</Button>}
    />
  )
}

const CHOICES = [
  ...OFFERED.map((code) => ({ value: code as string, name: LANGUAGES[code] as string })),
  // Pseudo-languages show developers untranslatable text and broken layout.
  ...(import.meta.env.DEV ? PSEUDO_TAGS.map((tag) => ({ value: tag as string, name: tag })) : []),
]

/** Language of this device; hidden without a choice. */
function LanguageRow() {
  if (CHOICES.length === 1) return null
  const tag = languageTag()
  const chosen = CHOICES.find(({ value }) => value === tag)?.value ?? languageOf(tag) ?? 'en'

  async function handleChoose(value: string) {
    if (await chooseLanguage(value)) return
    toast({
      title: t('Could not load this language'),
      text: t('It needs a signal once. Press again when there is one.'),
      tone: 'error',
    })
  }

  return (
    <SegmentsRow
      icon={<LanguagesIcon />}
      title={t('Language')}
      text={t('What people wrote stays as it is')}
      choices={CHOICES}
      chosen={chosen}
      onChoose={(value) => void handleChoose(value)}
    />
  )
}
