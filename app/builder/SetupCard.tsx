import type { ReactNode } from 'react'

import { memo, useRef, useState } from 'react'

import type { Json } from '#shared/sync/cells.ts'
import type { Vehicle } from '#shared/vehicles/vehicle.ts'

import { vehicleDetail, vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t, worded } from '#shared/words/words.ts'
import { setCells } from '../sync/write/pump.ts'
import { track } from '../telemetry/track.ts'
import { Button, buttonClasses } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { CarIcon, CloseIcon, WrenchIcon } from '../ui/blocks/icons.tsx'
import { useOffers } from '../ui/browser/offers.ts'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import { TaskPicker, VehiclePicker } from '../show/lazyPickers.ts'
import styles from './SetupCard.module.css'
import { KitName } from './KitName.tsx'

/** What an empty kit suggests; nothing of it is stored before it is chosen. */
const SUGGESTED = { year: 2008, make: 'Audi', model: 'S4' }

/** Vehicle, task and name of the kit. Its parts are no business of it: typing them leaves it alone. */
export const SetupCard = memo(function SetupCard(props: {
  kitId: string
  name: string
  vehicle: Vehicle | null
  vin: string
  task: string
}) {
  const { kitId, name, vehicle, vin, task } = props
  const [open, setOpen] = useState<'vehicle' | 'task' | null>(null)
  const isVehicleReady = usePreloaded(VehiclePicker.preload, open === 'vehicle')
  const isTaskReady = usePreloaded(TaskPicker.preload, open === 'task')
  const handleClose = () => setOpen(null)
  useOffers(() => [
    { name: t('Choose A Vehicle'), icon: <CarIcon />, onChoose: () => setOpen('vehicle') },
    { name: t('Choose A Task'), icon: <WrenchIcon />, onChoose: () => setOpen('task') },
  ])

  const setKit = (cells: Record<string, Json>) => setCells('kit', kitId, kitId, cells)
  /** A vehicle that no VIN named: that of the one before goes with it. */
  const setVehicle = (chosen: Vehicle | null) =>
    setKit({ vehicle: chosen && { ...chosen }, ...(vin !== '' && { vin: '' }) })
  const setTask = (chosen: string) => setKit({ task: chosen })

  return (
    <section className={styles.setup} aria-label={t('Kit details')}>
      <div className={styles.cell}>
        <Choice
          cell="vehicle"
          label={t('Vehicle')}
          choose={t('Choose A Vehicle')}
          clear={t('Clear vehicle')}
          icon={<CarIcon />}
          text={vehicle ? vehicleTitle(vehicle) : ''}
          detail={vehicle ? vehicleDetail(vehicle) : ''}
          onOpen={() => setOpen('vehicle')}
          onClear={() => setVehicle(null)}
        />
        {!vehicle && (
          <Button
            variant="ghost"
            size="s"
            className={styles.try}
            onClick={() => {
              setVehicle(SUGGESTED)
              track({ name: 'vehicle_selected', ...SUGGESTED })
            }}
          >
            {t('Try {vehicle}', { vehicle: vehicleTitle(SUGGESTED) })}
          </Button>
        )}
      </div>
      <div className={styles.cell}>
        <Choice
          cell="task"
          label={t('Task')}
          choose={t('Choose A Task')}
          clear={t('Clear task')}
          icon={<WrenchIcon />}
          text={worded(task)}
          onOpen={() => setOpen('task')}
          onClear={() => setTask('')}
        />
      </div>
      <div className={styles.cell}>
        <KitName kitId={kitId} name={name} />
      </div>
      {isVehicleReady && (
        <VehiclePicker
          isOpen={open === 'vehicle'}
          vehicle={vehicle}
          storedVin={vin}
          onCells={setKit}
          onClose={handleClose}
        />
      )}
      {isTaskReady && (
        <TaskPicker isOpen={open === 'task'} task={task} onChoose={setTask} onClose={handleClose} />
      )}
    </section>
  )
})

/** One button whether something is chosen or not, so that the focus has where to come back to. */
function Choice(props: {
  cell: 'vehicle' | 'task'
  label: string
  choose: string
  clear: string
  icon: ReactNode
  text: string
  detail?: string
  onOpen: () => void
  onClear: () => void
}) {
  const { cell, label, choose, clear, icon, text, detail, onOpen, onClear } = props
  const button = useRef<HTMLButtonElement>(null)
  function handleClear() {
    button.current?.focus()
    onClear()
  }
  return (
    <>
      <button
        type="button"
        className={text ? styles.chosen : buttonClasses({}, styles.choose)}
        aria-haspopup="dialog"
        data-cell={cell}
        ref={button}
        onClick={onOpen}
      >
        {text ? (
          <>
            <span className={styles.label}>{label}</span>
            <span className={styles.value}>
              {text} {detail && <span>{detail}</span>}
            </span>
          </>
        ) : (
          <>
            {icon}
            {choose}
          </>
        )}
      </button>
      {text && (
        <IconButton label={clear} onClick={handleClear}>
          <CloseIcon />
        </IconButton>
      )}
    </>
  )
}
