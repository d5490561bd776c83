import { useState } from 'react'

import type { Kit } from '#shared/kit.ts'
import type { Vehicle } from '#shared/vehicle.ts'

import { vehicleDetail, vehicleTitle } from '#shared/vehicle.ts'
import { setCells } from '../store/pump.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { CarIcon, CloseIcon, WrenchIcon } from '../ui/icons.tsx'
import { preloadModal } from '../ui/LazyModal.tsx'
import { loadable } from '../ui/loadable.tsx'
import { usePreloaded } from '../ui/usePreloaded.ts'
import styles from './builder.module.css'
import { KitName } from './KitName.tsx'

const VehiclePicker = loadable(async () => {
  const [{ VehiclePicker: Picker }] = await Promise.all([
    import('./VehiclePicker.tsx'),
    preloadModal(),
  ])
  return Picker
})
const TaskPicker = loadable(async () => {
  const [{ TaskPicker: Picker }] = await Promise.all([import('./TaskPicker.tsx'), preloadModal()])
  return Picker
})

/** What an empty kit suggests; nothing of it is stored before it is chosen. */
const SUGGESTED: Vehicle = { year: 2008, make: 'Audi', model: 'S4' }

/** Vehicle, task and name of the kit. */
export function SetupCard({ kit }: { kit: Kit }) {
  const [open, setOpen] = useState<'vehicle' | 'task' | null>(null)
  const isVehicleReady = usePreloaded(VehiclePicker.preload, open === 'vehicle')
  const isTaskReady = usePreloaded(TaskPicker.preload, open === 'task')
  const handleClose = () => setOpen(null)

  function setVehicle(vehicle: Vehicle | null) {
    setCells('kit', kit.id, kit.id, { vehicle: vehicle && { ...vehicle } })
    handleClose()
  }
  function setTask(task: string) {
    setCells('kit', kit.id, kit.id, { task })
  }

  return (
    <section className={styles.setup} aria-label="Kit details">
      <div className={styles.cell}>
        {kit.vehicle ? (
          <Chosen
            label="Vehicle"
            text={vehicleTitle(kit.vehicle)}
            detail={vehicleDetail(kit.vehicle)}
            onOpen={() => setOpen('vehicle')}
            onClear={() => setVehicle(null)}
          />
        ) : (
          <>
            <Button
              className={styles.choose}
              aria-haspopup="dialog"
              onClick={() => setOpen('vehicle')}
            >
              <CarIcon />
              Choose A Vehicle
            </Button>
            <Button
              variant="ghost"
              size="s"
              className={styles.try}
              onClick={() => setVehicle(SUGGESTED)}
            >
              Try {vehicleTitle(SUGGESTED)}
            </Button>
          </>
        )}
      </div>
      <div className={styles.cell}>
        {kit.task ? (
          <Chosen
            label="Task"
            text={kit.task}
            onOpen={() => setOpen('task')}
            onClear={() => setTask('')}
          />
        ) : (
          <Button className={styles.choose} aria-haspopup="dialog" onClick={() => setOpen('task')}>
            <WrenchIcon />
            Choose A Task
          </Button>
        )}
      </div>
      <div className={styles.cell}>
        <KitName kit={kit} />
      </div>
      {isVehicleReady && (
        <VehiclePicker
          isOpen={open === 'vehicle'}
          vehicle={kit.vehicle}
          onChoose={setVehicle}
          onClose={handleClose}
        />
      )}
      {isTaskReady && (
        <TaskPicker
          isOpen={open === 'task'}
          task={kit.task}
          onChoose={setTask}
          onClose={handleClose}
        />
      )}
    </section>
  )
}

function Chosen(props: {
  label: 'Vehicle' | 'Task'
  text: string
  detail?: string
  onOpen: () => void
  onClear: () => void
}) {
  const { label, text, detail, onOpen, onClear } = props
  return (
    <>
      <button type="button" className={styles.chosen} aria-haspopup="dialog" onClick={onOpen}>
        <span className={styles.label}>{label}</span>
        <span className={styles.value}>
          {text} {detail && <span>{detail}</span>}
        </span>
      </button>
      <IconButton label={`Clear ${label.toLowerCase()}`} onClick={onClear}>
        <CloseIcon />
      </IconButton>
    </>
  )
}
