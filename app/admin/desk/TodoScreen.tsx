import { useState } from 'react'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useAccount } from '../../data/device/account.ts'
import { useServerData } from '../../forms/useServerData.ts'
import { readTodo } from './adminData.ts'
import { AdminList } from './AdminList.tsx'
import { DecidedLists } from './DecidedLists.tsx'
import { counted, Desk, DeskPage } from './desk.tsx'
import { FindPeople } from './FindPeople.tsx'
import { todoRow } from './todoRows.tsx'

/** All that waits for somebody, what was decided, and the way to people. */
export function TodoScreen() {
  return (
    <Desk roles={['moderator']} at={links.adminAccounts()}>
      <Queue />
    </Desk>
  )
}

function Queue() {
  const from = useServerData('todo', readTodo)
  const isOperator = useAccount()?.isAdmin === true
  const [decided, setDecided] = useState(0)
  const handleDecided = () => setDecided((count) => count + 1)
  const items = from.data?.items
  return (
    <DeskPage at={links.adminAccounts()} title={counted(t('To do'), items?.length)}>
      <AdminList
        title={t('Waiting')}
        from={{ ...from, data: items }}
        empty={t('Nothing waits for you.')}
        onDone={handleDecided}
        row={(item, when) =>
          todoRow(item, when, () => {
            from.reload()
            handleDecided()
          })
        }
      />
      {isOperator && <FindPeople />}
      <DecidedLists decided={decided} isOperator={isOperator} onChanged={from.reload} />
    </DeskPage>
  )
}
