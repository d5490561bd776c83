import { links } from '#shared/links.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { deskLinks } from './deskLinks.ts'
import styles from '../catalogue/Dashboard.module.css'

const PLACES = [
  { to: links.admin(), name: 'Admin Dashboard' },
  { to: deskLinks.catalogue(), name: 'Catalogue' },
  { to: links.adminErrors(), name: 'Error monitoring' },
  { to: links.adminAccounts(), name: 'Accounts' },
  { to: links.adminStatus(), name: 'Status' },
]

/** From one of the administrators' screens to the others. @param props.at the one that is open */
export function AdminNav({ at }: { at: string }) {
  return (
    <nav aria-label="Administration" className={styles.links}>
      {PLACES.filter(({ to }) => to !== at).map(({ to, name }) => (
        <LinkButton key={to} to={to}>
          {name}
        </LinkButton>
      ))}
    </nav>
  )
}
