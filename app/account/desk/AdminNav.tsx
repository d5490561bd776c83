import { links } from '#shared/links.ts'
import { later, say, t } from '#shared/words/words.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { deskLinks } from './deskLinks.ts'
import styles from '../catalogue/Dashboard.module.css'

const PLACES = [
  { to: links.admin(), name: later('Admin Dashboard') },
  { to: deskLinks.catalogue(), name: later('Catalogue') },
  { to: links.adminErrors(), name: later('Error monitoring') },
  { to: links.adminAccounts(), name: later('Accounts') },
  { to: links.adminStatus(), name: later('Status') },
]

/** From one of the administrators' screens to the others. @param props.at the one that is open */
export function AdminNav({ at }: { at: string }) {
  return (
    <nav aria-label={t('Administration')} className={styles.links}>
      {PLACES.filter(({ to }) => to !== at).map(({ to, name }) => (
        <LinkButton key={to} to={to}>
          {say(name)}
        </LinkButton>
      ))}
    </nav>
  )
}
