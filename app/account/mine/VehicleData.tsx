import { useCallback, useEffect, useState } from 'react'

import type { Kept } from '../../hardware/vehicleData.ts'

import { countKept, keepAll } from '../../hardware/vehicleData.ts'
import { Button } from '../../ui/Button.tsx'
import { CarIcon } from '../../ui/icons.tsx'
import { toast } from '../../ui/toast.ts'
import { CardRow } from './CardRow.tsx'

/** What VINs say, for every make, so that any VIN can be read without a signal. */
export function VehicleData() {
  const [kept, setKept] = useState<Kept | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const recount = useCallback(() => countKept().then(setKept, () => setKept(null)), [])
  useEffect(() => {
    void recount()
  }, [recount])
  // Nothing can be kept here.
  if (!kept) return null
  const isAll = kept.kept === kept.files
  const isBusy = progress !== null

  async function handleDownload() {
    if (isBusy) return
    setProgress(0)
    try {
      await keepAll(setProgress)
      toast({ title: 'Vehicle data downloaded', text: 'VINs of all makes are read offline.' })
    } catch {
      toast({
        title: 'Not all vehicle data came',
        text: 'What came is kept. Press again when there is a signal.',
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
      title="Vehicle data for VINs"
      name="vehicle-data"
      isTall={!isAll}
      text={
        <span role={isBusy || isAll ? 'status' : undefined}>
          {isBusy ? `${progress} of ${kept.files} files are here` : describe(kept)}
        </span>
      }
      action={
        !isAll && (
          <Button aria-disabled={isBusy} onClick={() => void handleDownload()}>
            {isBusy ? `${Math.round((progress / kept.files) * 100)} %` : 'Download all'}
          </Button>
        )
      }
    />
  )
}

function describe({ files, kept, missingBytes }: Kept): string {
  if (kept === files) return 'All makes are kept on this device'
  const size = `${(missingBytes / 1_000_000).toFixed(1)} MB`
  const here =
    kept === 0 ? 'Makes are fetched when a VIN needs them' : `${kept} of ${files} files are here`
  return `${here}; all of it is ${size} more`
}
