import styles from './pickers.module.css'
import { TypedChoice } from './TypedChoice.tsx'
import { VinField } from './VinField.tsx'
import { t } from '#shared/words/words.ts'

/** Longer than any name that is stored, so that too much is said and stays, instead of being cut. */
const MAX_TYPED = 400

/** Below each step: what is not among its tiles. */
export function PickerFooter(props: {
  step: number
  /** What was typed of the model before its step came. */
  model: string
  vin: string
  onVinText: (text: string) => void
  onVin: (vin: string) => void
  onScan: () => void
  onYear: (text: string) => string | null
  onMake: (text: string) => string | null
  onModel: (text: string) => string | null
}) {
  const { step, model, vin, onVinText, onVin, onScan, onYear, onMake, onModel } = props
  if (step === 0) {
    return (
      <div className={styles.other} data-has-vin={vin !== ''}>
        <TypedChoice
          key="year"
          label={t('Other year')}
          use={t('Use, other year')}
          inputMode="numeric"
          maxLength={8}
          placeholder="1968"
          onUse={onYear}
          isPlain
        />
        <VinField text={vin} onText={onVinText} onVin={onVin} onScan={onScan} />
      </div>
    )
  }
  return step === 1 ? (
    <TypedChoice
      key="make"
      label={t('Other make')}
      use={t('Use, other make')}
      maxLength={MAX_TYPED}
      placeholder="Lancia"
      onUse={onMake}
    />
  ) : (
    <TypedChoice
      key="model"
      label={t('Type the model')}
      use={t('Use, type the model')}
      maxLength={MAX_TYPED}
      placeholder="S4 Avant"
      initial={model}
      onUse={onModel}
    />
  )
}
