import { useState } from 'react'

import { dayWords } from '#shared/words/days.ts'
import { t } from '#shared/words/words.ts'
import { CalendarIcon, HistoryIcon } from '../../ui/blocks/icons.tsx'
import { useNow } from '../../ui/browser/useNow.ts'
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
import { SegmentsRow } from './SegmentsRow.tsx'

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
