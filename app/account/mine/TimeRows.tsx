import { useState } from 'react'

import { dayWords } from '#shared/words/days.ts'
import { t } from '#shared/words/words.ts'
import { CalendarIcon, HistoryIcon } from '../../ui/blocks/icons.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
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
import { CardRow } from './CardRow.tsx'

/** A day whose number is no month. */
const SAMPLE = new Date(2026, 10, 22, 12).getTime()

/** How this device writes days and times; days go by language and region until somebody chooses. */
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
      <CardRow
        icon={<CalendarIcon />}
        title={t('Dates')}
        text={t('Today is {day}', { day: dayWords(now) })}
        action={
          <Segments
            label={t('Dates')}
            choices={orders}
            chosen={order}
            onChoose={(value) => {
              chooseDayOrder(value)
              setOrder(value)
            }}
          />
        }
      />
      <CardRow
        icon={<HistoryIcon />}
        title={t('Clock')}
        text={t('It is {time} now', { time: clockTime(now) })}
        action={
          <Segments
            label={t('Clock')}
            choices={CLOCKS.map((value) => ({ value, name: t('{hours} h', { hours: value }) }))}
            chosen={clock}
            onChoose={(value) => {
              chooseClock(value)
              setClock(value)
            }}
          />
        }
      />
    </>
  )
}
