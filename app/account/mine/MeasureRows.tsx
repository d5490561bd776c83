import { useState } from 'react'

import { dayWords } from '#shared/words/days.ts'
import { t } from '#shared/words/words.ts'
import { chooseCurrency, ownCurrency } from '../../data/device/currency.ts'
import { CurrencyList } from '../../show/currency/CurrencyList.tsx'
import {
  CalendarIcon,
  DropletIcon,
  GaugeIcon,
  HistoryIcon,
  ReceiptIcon,
  WrenchIcon,
} from '../../ui/blocks/icons.tsx'
import { useNow } from '../../ui/browser/useNow.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LazyModal } from '../../ui/layers/LazyModal.tsx'
import { clockTime } from '../../ui/text/time.ts'
import {
  chooseClock,
  chooseDayOrder,
  CLOCKS,
  DAY_ORDERS,
  dayIn,
  ownClock,
  ownDayOrder,
} from '../../ui/words/ownTimes.ts'
import { CardRow } from '../../forms/CardRow.tsx'
import {
  chooseMeasure,
  DISTANCES,
  TORQUE_UNITS,
  useMeasures,
  VOLUME_UNITS,
} from '../../show/measures.ts'
import { SegmentsRow } from './SegmentsRow.tsx'

const TORQUES = TORQUE_UNITS.map((value) => ({ value, name: value }))
const VOLUMES = VOLUME_UNITS.map((value) => ({ value, name: value }))

/** Units of new input; stored values keep theirs. */
export function MeasureRows() {
  const { distance, torque, volume } = useMeasures()
  return (
    <>
      <SegmentsRow
        icon={<GaugeIcon />}
        title={t('Distances')}
        text={t('Of vehicles that are new to your log')}
        choices={DISTANCES}
        chosen={distance}
        onChoose={(unit) => chooseMeasure('distance', unit)}
      />
      <SegmentsRow
        icon={<WrenchIcon />}
        title={t('Torques')}
        text={t('Job sheets show both')}
        choices={TORQUES}
        chosen={torque}
        onChoose={(unit) => chooseMeasure('torque', unit)}
      />
      <SegmentsRow
        icon={<DropletIcon />}
        title={t('Fluids')}
        text={t('Job sheets show both')}
        choices={VOLUMES}
        chosen={volume}
        onChoose={(unit) => chooseMeasure('volume', unit)}
      />
      <CurrencyRow />
      <TimeRows />
    </>
  )
}

/** Currency of new kits and jobs; existing ones keep theirs. */
export function CurrencyRow() {
  const [isOpen, setOpen] = useState(false)
  const [currency, setCurrency] = useState(ownCurrency)
  function choose(code: string) {
    chooseCurrency(code)
    setCurrency(code)
    setOpen(false)
  }
  return (
    <>
      <CardRow
        icon={<ReceiptIcon />}
        title={t('Currency')}
        text={t('Of kits and jobs you begin')}
        action={
          <Button
            aria-label={t('Currency: {currency}', { currency })}
            onClick={() => setOpen(true)}
          >
            {currency}
          </Button>
        }
      />
      <LazyModal isOpen={isOpen} onClose={() => setOpen(false)} title={t('Currency')} size="tall">
        <CurrencyList chosen={currency} onChoose={choose} />
      </LazyModal>
    </>
  )
}

/** Its day number is no month number. */
const SAMPLE = new Date(2026, 10, 22, 12).getTime()

/** Date and time format of this device, by language and region until chosen. */
export function TimeRows() {
  const [order, setOrder] = useState(ownDayOrder)
  const [clock, setClock] = useState(ownClock)
  const now = useNow()
  const orders = DAY_ORDERS.map((value) => ({
    value,
    name: value === 'language' ? t('Usual') : dayIn(value, SAMPLE, false),
  }))
  return (
    <>
      <SegmentsRow
        icon={<CalendarIcon />}
        title={t('Dates')}
        text={t('Today is {day}', { day: dayWords(now) })}
        choices={orders}
        chosen={order}
        onChoose={(value) => {
          chooseDayOrder(value)
          setOrder(value)
        }}
      />
      <SegmentsRow
        icon={<HistoryIcon />}
        title={t('Clock')}
        text={t('It is {time} now', { time: clockTime(now) })}
        choices={CLOCKS.map((value) => ({ value, name: t('{hours} h', { hours: value }) }))}
        chosen={clock}
        onChoose={(value) => {
          chooseClock(value)
          setClock(value)
        }}
      />
    </>
  )
}
