import { type ReactNode, useRef, useState } from 'react'

import type { Vehicle } from '#shared/vehicles/vehicle.ts'

import { type PartSearch, searchedVehicle } from '#shared/catalogue/partSearch.ts'
import { isVehicle } from '#shared/kinds/kit.ts'
import { t, worded } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { CarIcon, CloseIcon, WrenchIcon } from '../../ui/blocks/icons.tsx'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import { TaskPicker, VehiclePicker } from '../../show/lazyPickers.ts'
import styles from './Find.module.css'

/** Vehicle and task of the search. */
export function SearchFor(props: {
  search: PartSearch
  onChange: (changes: Partial<PartSearch>) => void
}) {
  const { search, onChange } = props
  const [open, setOpen] = useState<'vehicle' | 'task' | null>(null)
  const isVehicleReady = usePreloaded(VehiclePicker.preload, open === 'vehicle')
  const isTaskReady = usePreloaded(TaskPicker.preload, open === 'task')
  const handleClose = () => setOpen(null)
  return (
    <div className="wrap" role="group" aria-label={t('What the parts are for')}>
      <Choice
        any={t('Any vehicle')}
        clear={t('Clear vehicle')}
        icon={<CarIcon />}
        text={searchedVehicle(search)}
        onOpen={() => setOpen('vehicle')}
        onClear={() => onChange({ make: '', model: '', year: null, isAnyFit: false })}
      />
      <Choice
        any={t('Any task')}
        clear={t('Clear task')}
        icon={<WrenchIcon />}
        text={worded(search.task)}
        onOpen={() => setOpen('task')}
        onClear={() => onChange({ task: '' })}
      />
      {isVehicleReady && (
        <VehiclePicker
          isOpen={open === 'vehicle'}
          vehicle={vehicleOf(search)}
          storedVin=""
          onCells={({ vehicle: chosen }) => {
            const next = chosen ?? null
            if (!isVehicle(next)) return
            const { year, make, model } = next
            onChange({ year, make, model, isAnyFit: false })
          }}
          onClose={handleClose}
        />
      )}
      {isTaskReady && (
        <TaskPicker
          isOpen={open === 'task'}
          task={search.task}
          onChoose={(task) => onChange({ task })}
          onClose={handleClose}
        />
      )}
    </div>
  )
}

function vehicleOf({ year, make, model }: PartSearch): Vehicle | null {
  return year !== null && make && model ? { year, make, model } : null
}

/** One button with or without a choice, so that the focus can return to it. */
function Choice(props: {
  any: string
  clear: string
  icon: ReactNode
  text: string
  onOpen: () => void
  onClear: () => void
}) {
  const { any, clear, icon, text, onOpen, onClear } = props
  const button = useRef<HTMLButtonElement>(null)
  return (
    <span className={styles.choice} data-chosen={text !== ''}>
      <Button ref={button} aria-haspopup="dialog" onClick={onOpen}>
        {icon}
        <span className="ellipsis">{text || any}</span>
      </Button>
      {text !== '' && (
        <IconButton
          label={clear}
          onClick={() => {
            button.current?.focus()
            onClear()
          }}
        >
          <CloseIcon />
        </IconButton>
      )}
    </span>
  )
}
