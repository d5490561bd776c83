import { may, type Role, ROLES } from '#shared/roles.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'
import { useAccount } from '../../data/device/account.ts'
import { useActs } from './acts.tsx'
import { deskLinks, saveCsv } from './adminData.ts'
import { Rows } from './AdminList.tsx'
import { Desk, DeskPage } from './desk.tsx'

/** Lists with who may have them, and the name of the file. */
const LISTS: readonly [role: Role, path: string, name: Later, file: string][] = [
  ['operator', 'admin/deletion-requests', later('Deletion requests'), 'deletions'],
  ['moderator', 'admin/messages?state=waiting', later('Messages that wait'), 'messages-waiting'],
  ['moderator', 'admin/messages?state=done', later('Messages that are done'), 'messages-done'],
  ['moderator', 'admin/reports', later('Reported comments'), 'reported-comments'],
  ['moderator', 'admin/kit-reports', later('Reported kits'), 'reported-kits'],
  ['moderator', 'admin/hidden-kits', later('Hidden kits'), 'hidden-kits'],
  ['operator', 'admin/users', later('Accounts'), 'accounts'],
  ['catalogue', 'admin/catalogue/parts', later('Parts'), 'parts'],
  ['catalogue', 'admin/catalogue/merchants', later('Merchants'), 'merchants'],
  ['catalogue', 'admin/catalogue/removed', later('Removed, and kept out'), 'removed'],
  ['operator', 'admin/mails', later('Letters'), 'wrenchlist-mail'],
  ['operator', 'admin/mails?state=waiting', later('Letters that wait'), 'wrenchlist-mail-waiting'],
  ['operator', 'admin/mails?state=refused', later('Refused letters'), 'wrenchlist-mail-refused'],
  ['operator', 'admin/mails?state=failed', later('Failed letters'), 'wrenchlist-mail-failed'],
  ['operator', 'admin/readings?days=30', later('Figures of a month'), 'wrenchlist-figures-30-days'],
  [
    'operator',
    'admin/readings?days=365',
    later('Figures of a year'),
    'wrenchlist-figures-365-days',
  ],
  ['operator', 'errors/logs', later('Errors'), 'wrenchlist-errors'],
  ['operator', 'admin/audit', later('What administrators did'), 'wrenchlist-acts'],
]

/** All lists of the desk as CSV. */
export function ExportScreen() {
  return (
    <Desk roles={ROLES} at={deskLinks.exports()}>
      <DeskPage
        at={deskLinks.exports()}
        title={t('Export')}
        text={t('Each list as a file, with all of its pages.')}
        offline={t('Files are made by the server.')}
      >
        <Exports />
      </DeskPage>
    </Desk>
  )
}

function Exports() {
  const account = useAccount()
  const acts = useActs(() => undefined)
  const rows = LISTS.filter(([role]) => account && may(account, role)).map(
    ([, path, name, file]) => ({
      key: path,
      title: say(name),
      acts: [
        {
          name: t('Export as CSV'),
          label: t('Export as CSV: {name}', { name: say(name) }),
          call: () => saveCsv(`/api/${path}`, file),
        },
      ],
    }),
  )
  return (
    <section>
      <Rows of={rows} look="aside" acts={acts} />
      {acts.result}
    </section>
  )
}
