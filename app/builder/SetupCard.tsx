import { memo, type ReactNode, useRef, useState, useId } from 'react'

import type { Json } from '#shared/cells/cells.ts'

import { type Vehicle, vehicleDetail, vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t, worded } from '#shared/words/words.ts'
import { setCells } from '../data/sync/write/writeQueue.ts'
import { track } from '../data/telemetry/track.ts'
import { Button, buttonClasses } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { CarIcon, CloseIcon, WrenchIcon } from '../ui/blocks/icons.tsx'
import { useOffers } from '../ui/browser/offers.ts'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import { TaskPicker, VehiclePicker } from '../show/lazyPickers.ts'
import styles from './SetupCard.module.css'
import { cleanText } from '#shared/define.ts'
import { MAX_NAME } from '#shared/kinds/kit.ts'
import { useTypedText } from './rows/useTypedText.ts'

/** Suggestion for an empty kit; not stored before it is chosen. */
const SUGGESTED = { year: 2008, make: 'Audi', model: 'S4' }

/** Vehicle, task and name of the kit. Memoized: typing parts does not render it. */
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
  /** Clears the VIN, which belonged to the previous vehicle. */
  const setVehicle = (chosen: Vehicle | null) =>
    setKit({ vehicle: chosen && { ...chosen }, ...(vin !== '' && { vin: '' }) })
  const setTask = (chosen: string) => setKit({ task: chosen })

  return (
    <section className={`card ${styles.setup}`} aria-label={t('Kit details')}>
      <div className={`row wrap ${styles.cell}`}>
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
      <div className={`row wrap ${styles.cell}`}>
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
      <div className={`row wrap ${styles.cell}`}>
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

/** One button with or without a choice, so that the focus can return to it. */
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
            <span className={`muted tiny ${styles.label}`}>{label}</span>
            <span className={`strong breaks ${styles.value}`}>
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

/** Prefix of draft names; the list of saved kits leaves them out. */
const DRAFT_NAME = 'Build '

function KitName({ kitId, name }: { kitId: string; name: string }) {
  const id = useId()
  // A stored draft name shows as empty, and stays stored until somebody types.
  const [hidden, setHidden] = useState(name.startsWith(DRAFT_NAME) ? name : null)
  const typed = useTypedText(name === hidden ? '' : name, name)
  const isDraftName = typed.text.startsWith(DRAFT_NAME)

  function handleText(text: string) {
    setHidden(null)
    typed.type(text)
    const next = cleanText(text.slice(0, MAX_NAME))
    typed.writeOver(next, (seen) => setCells('kit', kitId, kitId, { name: next }, { name: seen }))
  }

  return (
    <div className="grow">
      <div className={styles.name}>
        <label className={`muted tiny ${styles.label}`} htmlFor={id}>
          {t('Kit Name')}
        </label>
        <input
          id={id}
          data-cell="kitName"
          type="text"
          dir="auto"
          placeholder={t('Enter kit name')}
          autoComplete="off"
          maxLength={MAX_NAME}
          value={typed.text}
          aria-describedby={isDraftName ? `${id}-warning` : undefined}
          onFocus={typed.handleFocus}
          onBlur={typed.handleBlur}
          onChange={(event) => handleText(event.target.value)}
        />
      </div>
      {isDraftName && (
        <p className={`small ${styles.warning}`} id={`${id}-warning`} role="status">
          {t('Names starting with "Build " are kept for drafts.')}
        </p>
      )}
    </div>
  )
}
