import { useCallback, useEffect, useState } from 'react'

import { countKept, keepAll, type Kept } from '../../data/hardware/vehicleData.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CarIcon } from '../../ui/blocks/icons.tsx'
import { toast } from '../../ui/browser/toast.ts'
import { CardRow } from '../../forms/CardRow.tsx'
import { t, tenthsText } from '#shared/words/words.ts'

/** VIN data of every make, for decoding offline. */
export function VehicleData() {
  const [kept, setKept] = useState<Kept | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const recount = useCallback(() => countKept().then(setKept, () => setKept(null)), [])
  useEffect(() => {
    void recount()
  }, [recount])
  // Caching is not available.
  if (!kept) return null
  const isAll = kept.kept === kept.files
  const isBusy = progress !== null

  async function handleDownload() {
    if (isBusy) return
    setProgress(0)
    try {
      await keepAll(setProgress)
      toast({ title: t('Vehicle data downloaded'), text: t('VINs of all makes are read offline.') })
    } catch {
      toast({
        title: t('Not all vehicle data came'),
        text: t('What came is kept. Press again when there is a signal.'),
        tone: 'error',
      })
    } finally {
      setProgress(null)
      await recount()
    }
  }

  return (
    <CardRow
      icon={<CarIcon />}
      title={t('Vehicle data for VINs')}
      name="vehicle-data"
      isTall={!isAll}
      text={
        <span role={isBusy || isAll ? 'status' : undefined}>
          {isBusy
            ? t('{progress} of {files} files are here', { progress, files: kept.files })
            : describe(kept)}
        </span>
      }
      action={
        !isAll && (
          <Button aria-disabled={isBusy} onClick={() => void handleDownload()}>
            {isBusy ? `${Math.round((progress / kept.files) * 100)} %` : t('Download all')}
          </Button>
        )
      }
    />
  )
}

function describe({ files, kept, missingBytes }: Kept): string {
  if (kept === files) return t('All makes are kept on this device')
  const size = tenthsText(missingBytes / 1_000_000)
  return kept === 0
    ? t('Makes are fetched when a VIN needs them; all of it is {size} MB more', { size })
    : t('{kept} of {files} files are here; all of it is {size} MB more', { kept, files, size })
}
