import { modelsFor, unionOfModels } from '#shared/vehicles/makes.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CarIcon, CircleAlertIcon } from '../../ui/icons.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { WitnessMark } from '../../ui/WitnessMark.tsx'
import styles from './pickers.module.css'
import { TileGrid } from './TileGrid.tsx'
import { useServerModels, useVehicleModels } from './useVehicleModels.ts'

export function ModelStep(props: {
  year: number
  make: string
  model: string | null
  onChoose: (model: string) => void
}) {
  const { year, make, model, onChoose } = props
  const { models: data, isFailed, retry } = useVehicleModels()
  const more = useServerModels(make, year)
  if (isFailed) {
    return (
      <EmptyState
        role="alert"
        mark={<CircleAlertIcon />}
        title="Failed to load models"
        text="Please check your internet connection and try again"
        action={<Button onClick={retry}>Try again</Button>}
      />
    )
  }
  if (!data) {
    return (
      <p className={styles.loading} role="status">
        <Spinner />
        Loading models...
      </p>
    )
  }
  const models = unionOfModels(modelsFor(data, make, year), more)
  if (models.length === 0) {
    return (
      <EmptyState
        role="status"
        mark={<CarIcon />}
        title="No models found"
        text={`There is no list for a ${year} ${make}. Type the model below.`}
      />
    )
  }
  return (
    <>
      <p className={styles.count}>
        <WitnessMark state="device" />
        {`${year} ${make}, ${models.length} ${models.length === 1 ? 'model' : 'models'} kept for offline use`}
      </p>
      <TileGrid label="Model" tiles={models} chosen={model} columns="two" onChoose={onChoose} />
    </>
  )
}
