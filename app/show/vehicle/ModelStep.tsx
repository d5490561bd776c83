import { modelsFor, unionOfModels } from '#shared/vehicles/makes.ts'
import { many, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { CarIcon, CircleAlertIcon } from '../../ui/blocks/icons.tsx'
import { Spinner } from '../../ui/blocks/Spinner.tsx'
import { WitnessMark } from '../../ui/blocks/WitnessMark.tsx'
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
        title={t('Failed to load models')}
        text={t('Please check your internet connection and try again')}
        action={<Button onClick={retry}>{t('Try again')}</Button>}
      />
    )
  }
  if (!data) {
    return (
      <p className="row muted small tight before" role="status">
        <Spinner />
        {t('Loading models...')}
      </p>
    )
  }
  const models = unionOfModels(modelsFor(data, make, year), more)
  if (models.length === 0) {
    return (
      <EmptyState
        role="status"
        mark={<CarIcon />}
        title={t('No models found')}
        text={t('There is no list for a {year} {make}. Type the model below.', {
          year: String(year),
          make,
        })}
      />
    )
  }
  return (
    <>
      <p className="row muted small tight before">
        <WitnessMark state="device" />
        {many(
          models.length,
          '{car}, {count} model kept for offline use',
          '{car}, {count} models kept for offline use',
          { car: `${year} ${make}` },
        )}
      </p>
      <TileGrid
        label={t('Model')}
        tiles={models}
        chosen={model}
        columns="two"
        onChoose={onChoose}
      />
    </>
  )
}
